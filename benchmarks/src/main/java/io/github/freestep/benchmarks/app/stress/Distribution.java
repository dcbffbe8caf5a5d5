package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.report.Units;
import org.HdrHistogram.Histogram;

/** A histogram of time spans up to an hour, to three digits. For one thread; recording allocates nothing. */
final class Distribution {
    private static final long MOST_NANOS = 3_600_000_000_000L;
    private static final int DIGITS = 3;

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

    Percentiles percentiles() {
        return new Percentiles(
                count(),
                histogram.getMean(),
                nanosAt(50),
                nanosAt(90),
                nanosAt(99),
                nanosAt(99.9),
                nanosAt(99.99),
                histogram.getMaxValue());
    }

    /** A copy of the distribution. */
    record Percentiles(
            long count,
            double meanNanos,
            long p50Nanos,
            long p90Nanos,
            long p99Nanos,
            long p999Nanos,
            long p9999Nanos,
            long maxNanos) {
        String text() {
            return Units.time(p50Nanos) + " (p50), " + Units.time(p99Nanos) + " (p99), " + Units.time(maxNanos)
                    + " (max)";
        }
    }
}
