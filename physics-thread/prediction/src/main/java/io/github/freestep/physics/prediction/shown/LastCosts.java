package io.github.freestep.physics.prediction.shown;

import io.github.freestep.internal.RecentSamples;

/**
 * The mean of the last {@value #COUNT} costs, in which stalls of the process count little, such as pauses for garbage.
 * Stalls are rare: the longest two of the last {@value #KEPT} costs, or the longest of fewer, count as at most {@code
 * 2 * next longest + slack}. A machine that is slow more often is too slow: then all count in full. For one thread.
 */
public final class LastCosts {
    static final int COUNT = 32;
    static final int KEPT = 2 * COUNT;

    private final RecentSamples costs = new RecentSamples(KEPT, 3);

    /** After each of these costs: the sum of the last {@value #COUNT}. */
    private final RecentSamples sums = new RecentSamples(KEPT, 1);

    private final long slackNanos;

    public LastCosts(long slackNanos) {
        this.slackNanos = slackNanos;
        sums.add(0);
    }

    public void add(long nanos) {
        costs.add(nanos);
        long next = Math.max(0, costs.greatest(costs.size() < KEPT ? 2 : 3));
        long sum = 0;
        for (int age = 0; age < count(); age++) {
            sum += Math.min(costs.sample(age), 2 * next + slackNanos);
        }
        sums.add(sum);
    }

    private int count() {
        return Math.min(costs.size(), COUNT);
    }

    /**
     * Returns the mean as if all costs before the first one were 0. So the first costs, such as those before code is
     * compiled, count little.
     */
    double meanFromZero() {
        return (double) sums.sample(0) / COUNT;
    }

    /** Returns the greatest {@link #meanFromZero} after any of the last {@value #KEPT} costs. */
    double greatestMeanFromZero() {
        return (double) sums.greatest(1) / COUNT;
    }

    /** Returns the mean of the costs so far; 0 if there is none. */
    public double mean() {
        return (double) sums.sample(0) / Math.max(1, count());
    }
}
