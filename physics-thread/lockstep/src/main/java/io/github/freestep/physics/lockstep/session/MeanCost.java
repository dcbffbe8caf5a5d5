package io.github.freestep.physics.lockstep.session;

/**
 * An exponential mean of costs that begins with 0: each new cost has a weight of 1/16, and older ones lose weight. The
 * first costs, such as those before code is compiled, count little therefore. A cost counts as at most
 * {@code 2 * mean + period / 10}, so that a single stall of the process does not look like a slow world. For one
 * thread.
 *
 * <p>Heavy costs between many light ones count little as well. {@link LastCosts} counts them in full.
 */
final class MeanCost {
    private static final double NEWEST = 1 / 16.0;

    private final double slackNanos;
    private double nanos;

    MeanCost(long periodNanos) {
        slackNanos = periodNanos / 10.0;
    }

    void add(double cost) {
        nanos += (Math.min(cost, 2 * nanos + slackNanos) - nanos) * NEWEST;
    }

    double nanos() {
        return nanos;
    }
}
