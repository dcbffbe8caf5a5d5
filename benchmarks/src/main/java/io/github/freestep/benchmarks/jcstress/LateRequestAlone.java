package io.github.freestep.benchmarks.jcstress;

import io.github.freestep.benchmarks.internals.Internals;
import io.github.freestep.physics.thread.Passes;
import io.github.freestep.physics.thread.PhysicsThread;
import io.github.freestep.physics.thread.RunPlan;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * A request to a service with a thread of its own, while that thread clears the signal of an earlier one, looks for
 * requests, and then goes to sleep, as it does without ticks. The actor is the thread, because its own one never
 * begins.
 */
@JCStressTest
@Outcome(id = "seen", expect = Expect.ACCEPTABLE, desc = "the thread sees the request, or the signal before it sleeps")
@Outcome(id = "woken", expect = Expect.ACCEPTABLE, desc = "the signal wakes the thread")
@Outcome(expect = Expect.FORBIDDEN, desc = "the thread sleeps, although there is a request")
@State
public class LateRequestAlone {
    private static final MethodHandle LOOP = Internals.method("physics.thread.PhysicsThread", "loop", 1);
    private static final MethodHandle THREAD = Internals.setter("physics.thread.PhysicsThread", "thread");

    private final LatePark park = new LatePark();
    private final AtomicBoolean request = new AtomicBoolean();
    private final PhysicsThread thread = new PhysicsThread(LatePark.settings(park));

    @Actor
    public void worker(L_Result result) {
        try {
            THREAD.invokeExact(thread, Thread.currentThread());
            LOOP.invokeExact(thread, (Passes) new Requests(request));
        } catch (Throwable t) {
            throw Internals.failed(t);
        }
        result.r1 = park.seen;
    }

    /** Only a release, which is the weakest store of a request. */
    @Actor
    public void caller() {
        request.setRelease(true);
        thread.signal();
        park.signalled();
    }

    /** Runs until there is a request, and has no tick to come. */
    private static final class Requests implements Passes {
        private final AtomicBoolean request;
        private final RunPlan plan = new RunPlan(null);
        private boolean continues = true;

        Requests(AtomicBoolean request) {
            this.request = request;
        }

        @Override
        public void runPass() {
            continues = !request.get();
        }

        @Override
        public boolean continues() {
            return continues;
        }

        @Override
        public RunPlan plan() {
            return plan;
        }

        @Override
        public void failNext(Throwable cause) {}

        @Override
        public void resume(long nowNanos, long wokeNanos, long parkLatenessNanos) {}

        @Override
        public void planNext(long nowNanos) {}

        @Override
        public void run() {}

        @Override
        public boolean setUpAhead() {
            return true;
        }

        @Override
        public void beginAt(long nanos) {}

        @Override
        public boolean hasBegun() {
            return true;
        }
    }
}
