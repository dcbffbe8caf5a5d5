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

    String text() {
        return Units.time(nanosAt(50)) + " (p50), " + Units.time(nanosAt(99)) + " (p99), "
                + Units.time(histogram.getMaxValue()) + " (max)";
    }
}
