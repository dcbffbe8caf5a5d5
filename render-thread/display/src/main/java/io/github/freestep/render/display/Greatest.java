package io.github.freestep.render.display;

import java.util.Arrays;

/** The greatest of the newest values, which are not negative. For one thread; allocates nothing once made. */
final class Greatest {
    private final long[] values;
    private int next;
    private int greatest;

    Greatest(int count) {
        values = new long[count];
    }

    void add(long value) {
        long before = values[greatest];
        values[next] = value;
        if (value >= before) {
            greatest = next;
        } else if (next == greatest) {
            for (int i = 0; i < values.length; i++) {
                greatest = values[i] > values[greatest] ? i : greatest;
            }
        }
        next = (next + 1) % values.length;
    }

    void clear() {
        Arrays.fill(values, 0);
    }

    /** Returns the greatest value, or 0 without values. */
    long get() {
        return values[greatest];
    }
}
