package io.github.freestep.render.trace;

import io.github.freestep.render.trace.log.TickWork;

/** Steps in close succession that took longer than a tick. Not thread-safe. */
final class Overruns {
    /** Fewer are single long steps, each with a tick of its own. */
    private static final int MANY = 5;

    final long firstTick;
    final long firstNanos;
    final long periodNanos;
    long lastNanos;
    private long longestNanos;
    private int count;

    private long newestTick;

    /** The least number of ticks from one state to the next. */
    private long ticksPerState = Long.MAX_VALUE;

    private long allNanos;

    /**
     * The mean of all steps before the newest that was too long. With it, a long step in seven would seem to be an
     * overload, because the short steps that follow are not counted yet.
     */
    long meanNanos;

    Overruns(TickWork first, long periodNanos) {
        firstTick = first.tick();
        firstNanos = first.startedNanos();
        this.periodNanos = periodNanos;
        newestTick = firstTick;
    }

    /** Adds the next step, which may be a short one. */
    void add(TickWork work) {
        if (work.tick() > newestTick) {
            ticksPerState = Math.min(ticksPerState, work.tick() - newestTick);
            newestTick = work.tick();
        }
        allNanos += work.stepNanos();
        if (work.stepNanos() > periodNanos) {
            count++;
            longestNanos = Math.max(longestNanos, work.stepNanos());
            lastNanos = work.endedNanos();
            long before = (newestTick - firstTick) / ticksPerState;
            meanNanos = before == 0 ? allNanos : (allNanos - work.stepNanos()) / before;
        }
    }

    /** Whether these are an overload, and not single steps that are much longer than all others. */
    boolean isOverload() {
        return count >= MANY && meanNanos > periodNanos && 2 * longestNanos < allNanos;
    }
}
