package io.github.freestep.tools.report;

import java.util.stream.DoubleStream;

/** Computes medians. */
public final class Median {
    private Median() {}

    /** Returns the median; of an even number of values, the mean of the middle two; NaN if there are none. */
    public static double of(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        return sorted.length == 0 ? Double.NaN : (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
