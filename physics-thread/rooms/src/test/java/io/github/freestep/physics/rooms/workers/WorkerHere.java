package io.github.freestep.physics.rooms.workers;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.physics.thread.SystemRequests;
import io.github.freestep.physics.thread.ThreadedRun;
import io.github.freestep.physics.thread.WorkerSettings;
import io.github.freestep.time.NanoClock;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;

/** A group of one thread, which is that of the test. While a step hangs, it also acts as the thread that helps. */
public final class WorkerHere {
    public final GroupThreads group;
    public final GroupLoad load;
    private final NanoClock clock;
    private final Worker worker;
    private final Worker helper;

    public WorkerHere(NanoClock clock) {
        this.clock = clock;
        group = new GroupThreads("", 1, clock);
        load = group.pool.load;
        WorkerSettings settings = new WorkerSettings("here", clock, 5, FineTimer.system(), SystemRequests.NONE);
        worker = new Worker(group.pool, settings, "here");
        group.pool.add(worker);
        helper = new Worker(group.pool, settings, "helper");
        helper.isIdle = true;
        group.pool.add(helper);
    }

    /**
     * Lets a step take long. Meanwhile the watchdog looks, and if it frees the other runs, the helper calls them. Time
     * passes in both. The step ends with the last of the others.
     *
     * @param advances lets a time pass
     */
    public void hang(long nanos, LongConsumer advances) {
        long end = clock.nanoTime() + nanos;
        for (long look = clock.nanoTime(); clock.nanoTime() < end && group.pool.members() > 1; ) {
            if (clock.nanoTime() >= look) {
                look += worker.everyNanos();
                worker.check(clock.nanoTime());
            }
            if (helper.isIdle) {
                advances.accept(1_000_000);
            } else {
                helper.turn();
            }
        }
        helper.isIdle = true;
    }

    /** Starts a run that was made for the group. */
    public void start(ThreadedRun run, GroupRun inGroup) {
        inGroup.place(run, () -> CompletableFuture.completedFuture(null));
        inGroup.setUp(Thread.currentThread());
    }

    /** Lets another object take the place of a run that was started. */
    public void replace(GroupRun inGroup, ThreadedRun by) {
        inGroup.run = by;
    }

    /** Runs all runs up to their ends. The real watchdog does not look. */
    public void run() {
        group.pool.end();
        assertFalse(worker.continues(), "it was called again after a failure");
        group.pool.ended(worker);
    }
}
