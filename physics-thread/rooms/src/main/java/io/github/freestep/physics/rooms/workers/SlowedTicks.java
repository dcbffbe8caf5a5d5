package io.github.freestep.physics.rooms.workers;

import io.github.freestep.physics.schedule.Schedule;

/**
 * Slows the ticks of a run while its thread is overloaded, and then a few more ticks, until the run is due at a place
 * of {@code Phases} again. For the thread of the worker; allocates nothing.
 */
final class SlowedTicks {
    /** How far apart places are, at least. */
    private static final double GAP_NANOS = 5_000_000;

    /** A run that is due at most this long after a place counts as due there. */
    private static final double AT_PLACE_NANOS = 50_000;

    /**
     * A tick that would end at most this long before a place is made to end there. Any other tick is made longer by at
     * most half of what is missing.
     */
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

    /** Ends the slow-down. Returns the full share. */
    double end() {
        tries = 0;
        slowed = 1;
        return slowed;
    }

    /** Returns how far apart the places are for ticks of a length. */
    static double gapNanos(double tickNanos) {
        return tickNanos / Math.max(1, Math.floor(tickNanos / GAP_NANOS));
    }

    /**
     * Returns the share of its speed at which the run should run. In an overload, runs drift apart, so that each would
     * wake the worker by itself from then on. So after the overload, a few more ticks are slowed, until they are due at
     * a place again. They are slowed less and less, because the less a tick is slowed, the less it matters how late the
     * pass is that ends it.
     *
     * @param share the share that the worker leaves to its runs; below 1 in an overload
     */
    double share(Schedule schedule, long nowNanos, double share) {
        if (share < 1) {
            slowed = share;
            tries = MOST_TRIES;
            return share;
        }
        if (schedule.sustainedScale() < slowed) {
            // The run is slowed down by itself as well, and drifts until that ends.
            slowed = 1;
            tries = MOST_TRIES;
            return slowed;
        }
        if (tries == 0) {
            return slowed;
        }
        long untilDueNanos = schedule.untilDueNanos(nowNanos);
        if (untilDueNanos == Long.MAX_VALUE) {
            return end();
        }
        if (untilDueNanos > 0) {
            return slowed;
        }
        // Of the tick that is due.
        double leftNanos = schedule.requestedTickNanos() + untilDueNanos * schedule.sustainedScale();
        if (leftNanos <= 0) {
            // It has ended already, so none of it can be slowed.
            tries--;
            slowed = 1;
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
