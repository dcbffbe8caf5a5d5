package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.tools.report.Units;
import java.util.List;
import org.HdrHistogram.Histogram;

/** A histogram of time spans up to an hour, to three digits. For one thread; recording allocates nothing. */
final class Distribution {
    private static final long MOST_NANOS = 3_600_000_000_000L;
    private static final int DIGITS = 3;

    private final Histogram histogram = new Histogram(MOST_NANOS, DIGITS);

    void add(long nanos) {
        histogram.recordValue(Math.max(0, Math.min(MOST_NANOS, nanos)));
    }

    Figures figures() {
        return new Figures(
                histogram.getTotalCount(), nanosAt(50), nanosAt(90), nanosAt(99), nanosAt(99.9), nanosAt(100));
    }

    private long nanosAt(double percentile) {
        return histogram.getValueAtPercentile(percentile);
    }

    /** Percentiles in nanoseconds; zero if nothing was recorded. */
    record Figures(long count, long p50, long p90, long p99, long p999, long most) {
        static final List<String> COLUMNS =
                List.of("time", "ticks", "p50, ms", "p90, ms", "p99, ms", "p99.9, ms", "greatest, ms");

        /** Returns a row of a table with these {@link #COLUMNS}, in milliseconds. */
        List<Object> row(String name) {
            return List.of(name, count, millis(p50), millis(p90), millis(p99), millis(p999), millis(most));
        }

        private static double millis(long nanos) {
            return Math.rint(nanos / 1e3) / 1e3;
        }

        @Override
        public String toString() {
            return Units.time(p50) + " (p50), " + Units.time(p99) + " (p99), " + Units.time(most) + " (max)";
        }
    }
}
