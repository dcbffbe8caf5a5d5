package io.github.freestep.state;

import java.util.Arrays;

/**
 * Finds NaN and infinite values. Remembers which blocks were finite, and checks only those that have changed since. For
 * the publishing thread; allocates nothing.
 */
final class FiniteCheck {
    /** For each block, the version at which it was last found finite. */
    private final long[] checked;

    FiniteCheck(StateLayout layout) {
        checked = new long[Written.blocks(layout.capacity())];
    }

    /** The lowest slot whose body is alive and has a NaN or infinite value; -1 if there is none. */
    int firstWithout(State state) {
        long[] versions = state.versions;
        int blocks = Written.blocks(state.slots);
        int first = 0;
        while (first < blocks) {
            int changed = Arrays.mismatch(versions, first, blocks, checked, first, blocks);
            if (changed < 0) {
                return -1;
            }
            first += changed;
            int end = first + 1;
            while (end < blocks && versions[end] != checked[end]) {
                end++;
            }
            int slot = firstWithout(state, first * State.BLOCK, Math.min(end * State.BLOCK, state.slots));
            if (slot >= 0) {
                return slot;
            }
            System.arraycopy(versions, first, checked, first, end - first);
            first = end;
        }
        return -1;
    }

    private static int firstWithout(State state, int from, int to) {
        return likely(state, from, to) ? -1 : search(state, from, to);
    }

    /**
     * Returns whether all values are finite, those of dead bodies included. Each value times zero is zero if the value
     * is finite, and NaN if not. So the sum of these products is zero or NaN. If only dead bodies have NaN or infinite
     * values, this returns false, and {@link #search} then finds nothing.
     */
    private static boolean likely(State state, int from, int to) {
        float sum = 0;
        for (float[] values : state.values) {
            sum += sum(values, from, to);
        }
        return sum == 0;
    }

    /**
     * Adds up the values times zero. It uses eight sums, because each addition to a sum waits for the one before.
     * Rejected: a loop with a branch, which takes twice as long.
     */
    private static float sum(float[] values, int from, int to) {
        float a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0;
        int i = from;
        for (; i < to - 7; i += 8) {
            a += values[i] * 0;
            b += values[i + 1] * 0;
            c += values[i + 2] * 0;
            d += values[i + 3] * 0;
            e += values[i + 4] * 0;
            f += values[i + 5] * 0;
            g += values[i + 6] * 0;
            h += values[i + 7] * 0;
        }
        for (; i < to; i++) {
            a += values[i] * 0;
        }
        return ((a + b) + (c + d)) + ((e + f) + (g + h));
    }

    private static int search(State state, int from, int to) {
        for (int body = from; body < to; body++) {
            if (state.isAlive(body) && !isFinite(state, body)) {
                return body;
            }
        }
        return -1;
    }

    private static boolean isFinite(State state, int body) {
        float sum = 0;
        for (float[] values : state.values) {
            sum += values[body] * 0;
        }
        return sum == 0;
    }
}
