package io.github.freestep.physics.prediction.shown;

/**
 * How far a world may run ahead, so that a restore and the steps since then fit into a tick beside the next step. For
 * one thread.
 */
public final class PredictionCost {
    /**
     * The share of a tick that may be used. The rest is for the picture, and for steps that take longer than others.
     */
    private static final double MOST_SHARE = 0.8;

    private static final double SLOWEST = 0.01;

    /**
     * The number of ticks grows only if the greater number also fits at this multiple of the greatest cost of late.
     * Otherwise, a cost near the limit, or one that varies, would switch it up and down.
     */
    private static final double MARGIN = 1.1;

    private final double budgetNanos;
    private final LastCosts restores;
    private final LastCosts steps;

    public PredictionCost(long periodNanos) {
        budgetNanos = periodNanos * MOST_SHARE;
        restores = new LastCosts(periodNanos / 10);
        steps = new LastCosts(periodNanos / 10);
    }

    public void restore(long nanos) {
        restores.add(nanos);
    }

    public void steps(int count, long nanos) {
        if (count > 0) {
            steps.add(nanos / count);
        }
    }

    /**
     * Returns the number of ticks that can be stepped again in each tick. It becomes smaller as soon as the cost says
     * so, and larger only with a margin, and if the last {@value LastCosts#KEPT} costs agree.
     *
     * @param rate match time per real time; 0 in a pause
     * @param before the number that was returned last, at most {@code most}
     * @param most the greatest number
     * @return from 1 to {@code most}
     */
    public int affordableTicks(double rate, int before, int most) {
        return Math.max(
                Math.min(before, ticks(rate, restores.meanFromZero(), steps.meanFromZero())),
                Math.min(
                        most,
                        ticks(rate, MARGIN * restores.greatestMeanFromZero(), MARGIN * steps.greatestMeanFromZero())));
    }

    private int ticks(double rate, double restoreNanos, double stepNanos) {
        double budget = budgetNanos / Math.max(SLOWEST, rate);
        return (int) Math.max(1, (budget - restoreNanos) / Math.max(1, stepNanos) - 1);
    }
}
