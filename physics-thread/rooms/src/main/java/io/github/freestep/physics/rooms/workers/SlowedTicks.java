package io.github.freestep.physics.rooms.workers;

import io.github.freestep.physics.schedule.Schedule;

/**
 * The ticks of a run while all runs of its thread are slowed down, and those that bring it back to a place of
 * {@code Phases} after that. For the thread of the worker; allocates nothing.
 */
final class SlowedTicks {
    /** How far apart places are, at least. */
    private static final double GAP_NANOS = 5_000_000;

    /** How late a run may be due after a place. */
    private static final double AT_PLACE_NANOS = 50_000;

    /** A tick ends at a place if it must be longer by at most this, and otherwise half as far from it as it would. */
    private static final double NEAR_NANOS = 100_000;

    /** How much longer a tick may be. */
    private static final double MOST_SLOWED = 0.1;

    private static final int MOST_TRIES = 40;

    private long beginNanos;

    /** The share of its speed at which the run runs; 1 once a slowed run is due at a place again. */
    private double slowed = 1;

    /** How many ticks may still be slowed until then. */
    private int tries;

    /** Notes when time begins, which is at a place. */
    void begins(long atNanos) {
        beginNanos = atNanos;
    }

    /** Returns how far apart the places are for ticks of a length. */
    static double gapNanos(double tickNanos) {
        return tickNanos / Math.max(1, Math.floor(tickNanos / GAP_NANOS));
    }

    /**
     * Returns the share at which the run runs. Ends a slow-down so that ticks are due at a place again. Slowed runs
     * drift apart, and each would wake the worker for itself ever after. So a few more ticks are slowed, less and less:
     * the less a tick is slowed, the less does it matter how late the pass is that ends it.
     *
     * @param share what the worker leaves to its runs
     */
    double share(Schedule schedule, long nowNanos, double share) {
        if (share < 1) {
            slowed = share;
            tries = MOST_TRIES;
            return share;
        }
        // Of the tick that is due.
        double lateNanos = -schedule.untilDueNanos(nowNanos) * schedule.sustainedScale();
        double leftNanos = schedule.requestedTickNanos() - lateNanos;
        if (tries == 0 || lateNanos < 0 || leftNanos <= 0) {
            return slowed;
        }
        double gapNanos = gapNanos(schedule.requestedTickNanos());
        double behindNanos = (nowNanos - beginNanos + leftNanos) % gapNanos;
        tries = behindNanos > AT_PLACE_NANOS ? tries - 1 : 0;
        double waitNanos = gapNanos - behindNanos;
        if (waitNanos > NEAR_NANOS) {
            waitNanos = Math.min(waitNanos / 2, MOST_SLOWED * leftNanos);
        }
        slowed = tries == 0 ? 1 : leftNanos / (leftNanos + waitNanos);
        return slowed;
    }
}
