package io.github.freestep.benchmarks.app.stress;

import java.util.Arrays;
import org.HdrHistogram.Histogram;

/** A histogram of time spans up to an hour, to three digits. For one thread; recording allocates nothing. */
final class Distribution {
    private static final long MOST_NANOS = 3_600_000_000_000L;
    private static final int DIGITS = 3;

    /** The points of a chart's line from 90 % to 99 %, from 99 % to 99.9 %, and so on. More would not look smoother. */
    private static final int STEPS_A_NINE = 10;

    private final Histogram histogram = new Histogram(MOST_NANOS, DIGITS);

    void add(long nanos) {
        histogram.recordValue(Math.max(0, Math.min(MOST_NANOS, nanos)));
    }

    void clear() {
        histogram.reset();
    }

    long count() {
        return histogram.getTotalCount();
    }

    /** Returns the value at a percentile; zero if nothing was recorded. */
    long nanosAt(double percentile) {
        return histogram.getValueAtPercentile(percentile);
    }

    /** Returns percentiles from 0 to 100, ever closer to 100, as far as the number of values can tell them apart. */
    private double[] steps() {
        double nines = Math.log10(Math.max(1, count()));
        double[] percentiles = new double[2 + (int) (nines * STEPS_A_NINE)];
        Arrays.setAll(percentiles, i -> 100 * (1 - Math.pow(10, -(double) i / STEPS_A_NINE)));
        percentiles[percentiles.length - 1] = 100;
        return percentiles;
    }

    Percentiles percentiles() {
        double[] at = steps();
        return new Percentiles(
                count(),
                histogram.getMean(),
                nanosAt(50),
                nanosAt(90),
                nanosAt(99),
                nanosAt(99.9),
                nanosAt(99.99),
                histogram.getMaxValue(),
                at,
                Arrays.stream(at).map(p -> nanosAt(p) / 1e6).toArray());
    }

    /**
     * A copy of the distribution.
     *
     * @param percentiles the x values of a line in a chart
     * @param millis the value at each of these percentiles
     */
    record Percentiles(
            long count,
            double meanNanos,
            long p50Nanos,
            long p90Nanos,
            long p99Nanos,
            long p999Nanos,
            long p9999Nanos,
            long maxNanos,
            double[] percentiles,
            double[] millis) {}
}
