package io.github.freestep.physics.lockstep.session;

import java.util.Arrays;

/**
 * The mean of the last {@value #COUNT} costs, in which stalls of the process count little, such as pauses for garbage.
 * Stalls are rare: the longest two of the last {@value #KEPT} costs, or the longest of fewer, count as at most {@code
 * 2 * next longest + slack}. A machine that is slow more often is too slow: then all count in full. For one thread.
 */
final class LastCosts {
    static final int COUNT = 32;
    static final int KEPT = 2 * COUNT;

    private final double[] nanos = new double[KEPT];
    private final double[] sorted = new double[KEPT];

    /** After each of these costs: the sum of the last {@value #COUNT}. */
    private final double[] sums = new double[KEPT];

    private final long slackNanos;
    private int next;
    private int added;
    private double sum;

    LastCosts(long slackNanos) {
        this.slackNanos = slackNanos;
    }

    void add(double cost) {
        int newest = next;
        next = (next + 1) % KEPT;
        added = Math.min(added + 1, KEPT);
        nanos[newest] = cost;
        System.arraycopy(nanos, 0, sorted, 0, KEPT);
        Arrays.sort(sorted);
        double most = 2 * sorted[KEPT - (added < KEPT ? 2 : 3)] + slackNanos;
        sum = 0;
        for (int age = 0; age < COUNT; age++) {
            sum += Math.min(nanos[(newest - age + KEPT) % KEPT], most);
        }
        sums[newest] = sum;
    }

    /**
     * Returns the mean as if all costs before the first one were 0. So the first costs, such as those before code is
     * compiled, count little.
     */
    double meanFromZero() {
        return sum / COUNT;
    }

    /** Returns the greatest {@link #meanFromZero} after any of the last {@value #KEPT} costs. */
    double greatestMeanFromZero() {
        double greatest = 0;
        for (double each : sums) {
            greatest = Math.max(greatest, each);
        }
        return greatest / COUNT;
    }

    /** Returns the mean of the costs so far; 0 if there is none. */
    double mean() {
        return sum / Math.max(1, Math.min(added, COUNT));
    }
}
