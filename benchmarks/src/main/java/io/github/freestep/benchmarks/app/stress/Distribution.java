package io.github.freestep.benchmarks.app.stress;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Time spans by how often they occurred, up to an hour, to three digits. For one thread; recording allocates nothing. */
final class Distribution {
    private static final long MOST_NANOS = 3_600_000_000_000L;
    private static final int DIGITS = 3;

    /** Lines of a chart: ten steps from nine to nine are as smooth as anybody can see. */
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

    /** Zero if there is none. */
    long nanosAt(double percentile) {
        return histogram.getValueAtPercentile(percentile);
    }

    /** From 0 up to what so many values tell apart, closer and closer to 100. */
    double[] percentiles() {
        double nines = Math.log10(Math.max(1, count()));
        double[] percentiles = new double[2 + (int) (nines * STEPS_A_NINE)];
        Arrays.setAll(percentiles, i -> 100 * (1 - Math.pow(10, -(double) i / STEPS_A_NINE)));
        percentiles[percentiles.length - 1] = 100;
        return percentiles;
    }

    /** One for each of {@link #percentiles}. */
    double[] millis() {
        return Arrays.stream(percentiles()).map(p -> nanosAt(p) / 1e6).toArray();
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("count", count());
        json.put("meanNanos", histogram.getMean());
        json.put("p50Nanos", nanosAt(50));
        json.put("p90Nanos", nanosAt(90));
        json.put("p99Nanos", nanosAt(99));
        json.put("p99.9Nanos", nanosAt(99.9));
        json.put("p99.99Nanos", nanosAt(99.99));
        json.put("maxNanos", histogram.getMaxValue());
        json.put("percentiles", percentiles());
        json.put("millis", millis());
        return json;
    }
}
