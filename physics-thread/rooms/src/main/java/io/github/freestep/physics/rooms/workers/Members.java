package io.github.freestep.physics.rooms.workers;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the runs that were placed at a worker and have not left. A worker ends when {@link #end} was called and its
 * last run has left. From then on, no run can be handed over to it. Safe for use by any number of threads; never
 * blocks; allocates nothing.
 */
final class Members {
    /** The count of a worker that has ended. */
    private static final int DONE = -1;

    private final AtomicInteger count = new AtomicInteger();
    private volatile boolean ending;

    /** Counts a run of a worker that cannot have ended, because no thread has called {@link #end}. */
    void add() {
        count.incrementAndGet();
    }

    /** Counts a run that another worker hands over. Returns false if this one has ended. */
    boolean tryAdd() {
        int before;
        do {
            before = count.get();
        } while (before >= 0 && !count.compareAndSet(before, before + 1));
        return before >= 0;
    }

    void remove() {
        count.decrementAndGet();
    }

    /** Lets the worker end after its last run. */
    void end() {
        ending = true;
    }

    /** Ends the worker if {@link #end} was called and it has no run. Returns whether it has ended, now or before. */
    boolean endIfEmpty() {
        return hasEnded() || ending && count.compareAndSet(0, DONE);
    }

    boolean hasEnded() {
        return count.get() < 0;
    }

    int count() {
        return Math.max(0, count.get());
    }
}
