package io.github.freestep.benchmarks.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;

/**
 * Stores values over time in bounded memory and never loses a spike. When it is full, it replaces each two
 * neighbours by the larger one, and from then on does the same with each two new values. For one thread; allocates
 * only when created.
 */
public final class PeakSeries {
    /** Merging leaves half of the values in use, which are more than one for each pixel of a page. */
    private static final int CAPACITY = 1 << 11;

    /** The readers of a run share room for three full series of a kind, so that the report stays small. */
    private static final int FULL = 3;

    /** A page shows no more digits. More would double the size of the report and add only noise. */
    private static final MathContext DIGITS = new MathContext(4);

    private static final double STEPS_A_SECOND = 1e4;

    private final float[] atSeconds;
    private final float[] values;
    private int size;
    private int merged = 1;
    private int pending;

    /** Creates a series with twice as many points as a page has pixels. */
    public PeakSeries() {
        this(CAPACITY);
    }

    /** The capacity must be even. */
    PeakSeries(int capacity) {
        atSeconds = new float[capacity];
        values = new float[capacity];
    }

    /** Creates a series that is one of {@code many}, of each of which a report has about as many points. */
    public static PeakSeries oneOf(int many) {
        return new PeakSeries(Math.min(CAPACITY, FULL * CAPACITY / many / 2 * 2));
    }

    /** Adds a value at a time. Times must ascend. */
    public void add(long runNanos, double value) {
        if (pending == 0) {
            if (size == values.length) {
                halve();
            }
            set(size++, runNanos, value);
        } else if (value > values[size - 1]) {
            set(size - 1, runNanos, value);
        }
        pending = (pending + 1) % merged;
    }

    private void set(int index, long runNanos, double value) {
        atSeconds[index] = (float) (runNanos / 1e9);
        values[index] = (float) value;
    }

    private void halve() {
        size /= 2;
        for (int i = 0; i < size; i++) {
            int larger = values[2 * i] >= values[2 * i + 1] ? 2 * i : 2 * i + 1;
            atSeconds[i] = atSeconds[larger];
            values[i] = values[larger];
        }
        merged *= 2;
    }

    double[] seconds() {
        double[] copy = new double[size];
        Arrays.setAll(copy, i -> Math.rint(atSeconds[i] * STEPS_A_SECOND) / STEPS_A_SECOND);
        return copy;
    }

    /** Returns the values, rounded to four significant digits. */
    double[] values() {
        double[] copy = new double[size];
        Arrays.setAll(copy, i -> new BigDecimal(values[i]).round(DIGITS).doubleValue());
        return copy;
    }

    /** Returns a copy. */
    public Points points() {
        return new Points(seconds(), values());
    }

    /** A copy of the series. */
    public record Points(double[] seconds, double[] values) {}
}
