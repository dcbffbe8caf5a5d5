package io.github.freestep.benchmarks.app.stress;

import java.util.List;

/**
 * Sums up what was measured in stretches of time that no fault affected. It stores all stretches during the run and
 * selects those without faults at the end, because during the run a fault becomes known too late. For one thread at a
 * time; adding allocates nothing.
 */
final class UndisturbedTime {
    /** How long a fault, or the start of the run, still affects the picture after its end. */
    private static final double MARKED_SECONDS = 0.4;

    private final double[] beginSeconds;
    private final double[] endSeconds;
    private final long[] counts;
    private final double[] values;
    private int size;

    /** Creates room for {@code capacity} stretches; further ones are ignored. */
    UndisturbedTime(int capacity) {
        beginSeconds = new double[capacity];
        endSeconds = new double[capacity];
        counts = new long[capacity];
        values = new double[capacity];
    }

    /** Adds a stretch, in order of time, with the number of things counted in it and the sum of their values. */
    void add(double begin, double end, long count, double value) {
        if (size < counts.length) {
            beginSeconds[size] = begin;
            endSeconds[size] = end;
            counts[size] = count;
            values[size] = value;
            size++;
        }
    }

    /**
     * Sums up the stretches that no fault affected. The strikes must be in the order in which they began: then one pass
     * over both is enough. A day has tens of thousands of faults, and more stretches.
     */
    Sum apartFrom(List<FaultDirector.Strike> strikes) {
        int begun = 0;
        // The start counts as a fault that ends here.
        double latestEnd = MARKED_SECONDS;
        int spans = 0;
        double seconds = 0;
        long count = 0;
        double value = 0;
        boolean wasQuiet = false;
        for (int i = 0; i < size; i++) {
            while (begun < strikes.size() && strikes.get(begun).beginSeconds() <= endSeconds[i]) {
                latestEnd = Math.max(latestEnd, strikes.get(begun++).endSeconds());
            }
            boolean quiet = beginSeconds[i] - MARKED_SECONDS >= latestEnd;
            if (quiet) {
                spans += wasQuiet ? 0 : 1;
                seconds += endSeconds[i] - beginSeconds[i];
                count += counts[i];
                value += values[i];
            }
            wasQuiet = quiet;
        }
        return new Sum(spans, seconds, count, value);
    }

    /** The sums over all undisturbed stretches. {@code spans} counts stretches that follow each other as one. */
    record Sum(int spans, double seconds, long count, double value) {}
}
