package io.github.freestep.physics.lockstep.session;

/**
 * The mean cost of the last steps. The longest counts as at most {@code 2 * second longest + period}, so that a single
 * stall of the process does not look like a machine that is too slow. Steps that were not made yet count 0, because the
 * first ones run code that is not compiled.
 */
final class StepCosts {
    private static final int STEPS = 32;

    private final double[] nanos = new double[STEPS];
    private final long periodNanos;
    private int next;
    private double mean;

    StepCosts(long periodNanos) {
        this.periodNanos = periodNanos;
    }

    void add(double cost) {
        nanos[next] = cost;
        next = (next + 1) % STEPS;
        double longest = 0;
        double second = 0;
        double sum = 0;
        for (double each : nanos) {
            sum += each;
            second = Math.max(second, Math.min(longest, each));
            longest = Math.max(longest, each);
        }
        mean = (sum - longest + Math.min(longest, 2 * second + periodNanos)) / STEPS;
    }

    double mean() {
        return mean;
    }
}
