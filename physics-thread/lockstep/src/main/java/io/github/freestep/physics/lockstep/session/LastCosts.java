package io.github.freestep.physics.lockstep.session;

import java.util.Arrays;

/**
 * The mean of the last {@value #COUNT} costs. The longest tenth of them, or at least one, count as at most {@code 2 *
 * next longest + slack}, so that a few stalls of the process, such as pauses for garbage, do not look like a machine
 * that is too slow. All others count in full. For one thread.
 */
final class LastCosts {
    static final int COUNT = 32;

    private final double[] nanos = new double[COUNT];
    private final double[] sorted = new double[COUNT];
    private final long slackNanos;
    private int next;
    private int added;
    private double sum;

    LastCosts(long slackNanos) {
        this.slackNanos = slackNanos;
    }

    void add(double cost) {
        nanos[next] = cost;
        next = (next + 1) % COUNT;
        added = Math.min(added + 1, COUNT);
        System.arraycopy(nanos, 0, sorted, 0, COUNT);
        Arrays.sort(sorted);
        double most = 2 * sorted[COUNT - 1 - Math.max(1, added / 10)] + slackNanos;
        sum = 0;
        for (double each : nanos) {
            sum += Math.min(each, most);
        }
    }

    /**
     * Returns the mean as if all costs before the first one were 0. So the first costs, such as those before code is
     * compiled, count little.
     */
    double meanFromZero() {
        return sum / COUNT;
    }

    /** Returns the mean of the costs so far; 0 if there is none. */
    double mean() {
        return sum / Math.max(1, added);
    }
}
