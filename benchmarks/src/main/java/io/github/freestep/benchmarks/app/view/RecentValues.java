package io.github.freestep.benchmarks.app.view;

import java.util.Arrays;

/** A ring of the values of the newest frames. */
final class RecentValues {
    static final int SIZE = 360;

    private final float[] values = new float[SIZE];
    private int next;

    RecentValues() {
        Arrays.fill(values, Float.NaN);
    }

    void add(float value) {
        values[next] = value;
        next = (next + 1) % SIZE;
    }

    /** Index 0 is the oldest value. Returns NaN before {@link #SIZE} values were added. */
    float get(int index) {
        return values[(next + index) % SIZE];
    }
}
