package io.github.freestep.physics.lockstep.session;

/**
 * How far a world may run ahead, so that a restore and the steps since then fit into a tick beside the next step. Takes
 * the mean of the last costs; a few slow ones in a row, as of code that is not compiled, count less than lasting ones.
 * For one thread.
 */
final class PredictionCost {
    /** The share of a tick that may be used. The rest is for the picture, and for steps that take longer than others. */
    private static final double MOST_SHARE = 0.8;

    /** The weight of the newest cost in a mean. */
    private static final double NEWEST = 1 / 16.0;

    private final double budgetNanos;
    private double restoreNanos;
    private double stepNanos;

    PredictionCost(long periodNanos) {
        budgetNanos = periodNanos * MOST_SHARE;
    }

    void restore(long nanos) {
        restoreNanos += (nanos - restoreNanos) * NEWEST;
    }

    void steps(int count, long nanos) {
        if (count > 0) {
            stepNanos += ((double) nanos / count - stepNanos) * NEWEST;
        }
    }

    /** Returns the number of ticks that can be stepped again in each tick: at least 1. */
    int affordableTicks() {
        double again = (budgetNanos - restoreNanos) / Math.max(1, stepNanos) - 1;
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, again));
    }
}
