package io.github.freestep.benchmarks.jcstress;

import io.github.freestep.benchmarks.internals.Internals;
import io.github.freestep.physics.rooms.workers.GroupRun;
import io.github.freestep.physics.rooms.workers.GroupThreads;
import io.github.freestep.physics.thread.ThreadedRun;
import io.github.freestep.physics.thread.WorkerWaits;
import io.github.freestep.time.NanoClock;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * A request to a run of a group, while the worker clears the signal of an earlier one, looks for requests, and then
 * goes to sleep, as it does without ticks. The actor is the worker, because the thread of the worker never begins.
 */
@JCStressTest
@Outcome(id = "seen", expect = Expect.ACCEPTABLE, desc = "the worker sees the request, or the signal before it sleeps")
@Outcome(id = "woken", expect = Expect.ACCEPTABLE, desc = "the signal wakes the worker")
@Outcome(expect = Expect.FORBIDDEN, desc = "the worker sleeps, although there is a request")
@State
public class LateRequest {
    private static final MethodHandle SIGNALS = Internals.constructor("physics.rooms.workers.Signals", 0);
    private static final MethodHandle ADD = Internals.method("physics.rooms.workers.Signals", "add", 1);
    private static final MethodHandle TAKE_ALL = Internals.method("physics.rooms.workers.Signals", "takeAll", 0);
    private static final MethodHandle TAKE = Internals.method("physics.rooms.workers.Signals", "take", 1);
    private static final MethodHandle FALL_ASLEEP = Internals.method("physics.rooms.workers.Signals", "fallAsleep", 1);
    private static final GroupThreads GROUP = new GroupThreads("", 1, NanoClock.system());

    private final LatePark park = new LatePark();
    private final WorkerWaits waits = new WorkerWaits(LatePark.settings(park));
    private final Object signals = Internals.call(SIGNALS);
    private final GroupRun run = (GroupRun) GROUP.thread(new ThreadedRun.Settings("", 0, 0, 0));
    private final AtomicBoolean request = new AtomicBoolean();

    public LateRequest() {
        Internals.call(ADD, signals, run);
        Internals.call(TAKE_ALL, signals);
    }

    @Actor
    public void worker(L_Result result) {
        try {
            GroupRun next = (GroupRun) TAKE.invokeExact(run);
            if (!request.get() && (boolean) FALL_ASLEEP.invokeExact(signals, Thread.currentThread())) {
                waits.deeply(true);
            }
        } catch (Throwable t) {
            throw Internals.failed(t);
        }
        result.r1 = park.seen;
    }

    /** Only a release, which is the weakest store of a request. */
    @Actor
    public void caller() {
        request.setRelease(true);
        try {
            ADD.invokeExact(signals, run);
        } catch (Throwable t) {
            throw Internals.failed(t);
        }
        park.signalled();
    }
}
