package io.github.freestep.physics.lockstep.session;

/**
 * The mean of the last {@value #COUNT} costs. The longest counts as at most {@code 2 * second longest + slack}, so
 * that a single stall of the process does not look like a machine that is too slow. All others count in full. For one
 * thread.
 */
final class LastCosts {
    static final int COUNT = 32;

    private final double[] nanos = new double[COUNT];
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
        double longest = 0;
        double second = 0;
        double all = 0;
        for (double each : nanos) {
            all += each;
            second = Math.max(second, Math.min(longest, each));
            longest = Math.max(longest, each);
        }
        sum = all - longest + Math.min(longest, 2 * second + slackNanos);
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
