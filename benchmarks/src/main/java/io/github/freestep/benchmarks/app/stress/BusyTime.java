package io.github.freestep.benchmarks.app.stress;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * When something was busy, by equal columns of time, each with how much of it was. When there are too many they become twice as
 * wide, so it is bounded however long the run, and no time is lost by it: of a {@link ChartSeries}, which keeps the largest, the
 * share would come out too large. For one thread; allocates nothing but at the beginning.
 */
final class BusyTime {
    /** Half of it, which is what is in use of it at the least, is as much as a page has columns. */
    private static final int CAPACITY = 1 << 11;

    private static final long FIRST_NANOS = 1_000_000;

    private final double[] busyNanos = new double[CAPACITY];
    private long columnNanos = FIRST_NANOS;
    private int size;

    /** In the time of the run. */
    void add(long beginNanos, long endNanos) {
        while (endNanos / columnNanos >= CAPACITY) {
            halve();
        }
        int last = (int) (endNanos / columnNanos);
        for (int i = (int) (Math.max(0, beginNanos) / columnNanos); i <= last; i++) {
            busyNanos[i] += Math.min(endNanos, (i + 1) * columnNanos) - Math.max(beginNanos, i * columnNanos);
        }
        size = Math.max(size, last + 1);
    }

    private void halve() {
        size = (size + 1) / 2;
        for (int i = 0; i < CAPACITY / 2; i++) {
            busyNanos[i] = busyNanos[2 * i] + busyNanos[2 * i + 1];
        }
        Arrays.fill(busyNanos, CAPACITY / 2, CAPACITY, 0);
        columnNanos *= 2;
    }

    Columns columns() {
        double[] shares = IntStream.range(0, size)
                .mapToDouble(i -> PeakSeries.rounded(Math.min(1, busyNanos[i] / columnNanos)))
                .toArray();
        return new Columns(columnNanos / 1e9, shares);
    }

    /**
     * The columns as they were.
     *
     * @param shares from the start on, one for each column
     */
    record Columns(double columnSeconds, double[] shares) {
        /** Of those columns in which there was something. */
        double[] beginSeconds() {
            return busy().mapToDouble(i -> i * columnSeconds).toArray();
        }

        /** For each of {@link #beginSeconds}: so much later as was busy, wherever in the column that has been. */
        double[] endSeconds() {
            return busy().mapToDouble(i -> (i + shares[i]) * columnSeconds).toArray();
        }

        private IntStream busy() {
            return IntStream.range(0, shares.length).filter(i -> shares[i] > 0);
        }
    }
}
