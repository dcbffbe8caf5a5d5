package io.github.freestep.physics.lockstep;

/**
 * The mean cost of the last steps. The longest counts as at most {@code 2 * second longest + period}, so that a single
 * stall of the process does not look like a machine that is too slow.
 */
final class StepCosts {
    private static final int STEPS = 32;

    private final double[] nanos = new double[STEPS];
    private final long periodNanos;
    private int count;
    private double mean;

    StepCosts(long periodNanos) {
        this.periodNanos = periodNanos;
    }

    void add(double cost) {
        nanos[count++ % STEPS] = cost;
        count = count == 2 * STEPS ? STEPS : count;
        int size = Math.min(count, STEPS);
        double longest = 0;
        double second = 0;
        double sum = 0;
        for (int i = 0; i < size; i++) {
            sum += nanos[i];
            second = Math.max(second, Math.min(longest, nanos[i]));
            longest = Math.max(longest, nanos[i]);
        }
        mean = (sum - longest + Math.min(longest, 2 * second + periodNanos)) / size;
    }

    double mean() {
        return mean;
    }
}
