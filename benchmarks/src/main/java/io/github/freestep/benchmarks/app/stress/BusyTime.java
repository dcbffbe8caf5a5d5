package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.report.PeakSeries;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Records in bounded memory which share of each column of time was busy. All columns have the same width. When there
 * are too many, it makes them twice as wide, and no busy time is lost. A {@link PeakSeries} would not do: it keeps the
 * largest values, so its shares would be too large. For one thread; allocates only when created.
 */
final class BusyTime {
    /** After each widening, half of the columns are in use: 1024, about as many as a page is pixels wide. */
    private static final int CAPACITY = 1 << 11;

    private static final long FIRST_NANOS = 1_000_000;

    private final double[] busyNanos = new double[CAPACITY];
    private long columnNanos = FIRST_NANOS;
    private int size;

    /** Adds a busy time, in run time. */
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
     * A copy of the columns.
     *
     * @param shares the busy share of each column, from the start of the run on
     */
    record Columns(double columnSeconds, double[] shares) {
        /** The beginning of each column with a busy time. */
        double[] beginSeconds() {
            return busy().mapToDouble(i -> i * columnSeconds).toArray();
        }

        /** For each column of {@link #beginSeconds}, the end of its busy time, drawn as if it began with the column. */
        double[] endSeconds() {
            return busy().mapToDouble(i -> (i + shares[i]) * columnSeconds).toArray();
        }

        private IntStream busy() {
            return IntStream.range(0, shares.length).filter(i -> shares[i] > 0);
        }
    }
}
