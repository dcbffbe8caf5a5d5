package io.github.freestep.render.trace;

import io.github.freestep.render.trace.log.TickWork;

/** Steps in close succession that took longer than a tick. Not thread-safe. */
final class Overruns {
    /** Fewer are single long steps, each with a tick of its own. */
    private static final int MANY = 5;

    long firstTick;
    long firstNanos;
    long lastNanos;
    long longestNanos;
    long periodNanos;
    private long sumNanos;
    private int count;

    void add(TickWork work, long period) {
        if (count == 0) {
            firstTick = work.tick();
            firstNanos = work.startedNanos();
        }
        count++;
        sumNanos += work.stepNanos();
        longestNanos = Math.max(longestNanos, work.stepNanos());
        lastNanos = work.endedNanos();
        periodNanos = period;
    }

    long meanNanos() {
        return sumNanos / count;
    }

    /** Whether these are an overload, and not one step that is much longer than all others. */
    boolean isOverload() {
        return count >= MANY && 2 * longestNanos < sumNanos;
    }
}
