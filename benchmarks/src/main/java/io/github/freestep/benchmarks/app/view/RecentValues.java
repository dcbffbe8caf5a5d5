package io.github.freestep.benchmarks.app.view;

import java.util.Arrays;

/** The newest values of one that comes with each frame. For one thread; allocates nothing. */
final class RecentValues {
    static final int KEPT = 240;

    private final float[] values = new float[KEPT];
    private int next;

    RecentValues() {
        Arrays.fill(values, Float.NaN);
    }

    void add(float value) {
        values[next] = value;
        next = (next + 1) % KEPT;
    }

    /** From 0 for the oldest; not a number where there is none. */
    float get(int index) {
        return values[(next + index) % KEPT];
    }
}
