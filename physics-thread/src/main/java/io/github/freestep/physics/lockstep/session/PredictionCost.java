package io.github.freestep.physics.lockstep.session;

/**
 * How far a world may run ahead, so that a restore and the steps since then fit into a tick beside the next step. Takes
 * the mean of the last costs; so a few slow ones, such as before code is compiled, count little. For one thread.
 */
final class PredictionCost {
    /**
     * The share of a tick that may be used. The rest is for the picture, and for steps that take longer than others.
     */
    private static final double MOST_SHARE = 0.8;

    /** The weight of the newest cost in a mean. */
    private static final double NEWEST = 1 / 16.0;

    private static final double SLOWEST = 0.01;

    private final double budgetNanos;
    private double restoreNanos;
    private double stepNanos;

    PredictionCost(long periodNanos) {
        budgetNanos = periodNanos * MOST_SHARE;
    }

    void restore(long nanos) {
        restoreNanos += (bounded(nanos, restoreNanos) - restoreNanos) * NEWEST;
    }

    /** A single stall of the process must not look like a world that is slow. */
    private double bounded(double nanos, double mean) {
        return Math.min(nanos, 2 * mean + budgetNanos / 8);
    }

    void steps(int count, long nanos) {
        if (count > 0) {
            stepNanos += (bounded((double) nanos / count, stepNanos) - stepNanos) * NEWEST;
        }
    }

    /**
     * Returns the number of ticks that can be stepped again in each tick: at least 1.
     *
     * @param rate match time per real time; 0 in a pause
     */
    int affordableTicks(double rate) {
        double again = (budgetNanos / Math.max(SLOWEST, rate) - restoreNanos) / Math.max(1, stepNanos) - 1;
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, again));
    }
}
