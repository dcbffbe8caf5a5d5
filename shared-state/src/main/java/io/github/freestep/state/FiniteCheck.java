package io.github.freestep.state;

import io.github.freestep.state.content.Blocks;
import java.util.BitSet;

/**
 * Finds NaN and infinite values. {@link Written} checks a single value when it is written, while it is in a register.
 * Values that are written as a range are checked later, all at once, because that is SIMD code. For the publishing
 * thread; allocates nothing once made.
 */
final class FiniteCheck {
    /**
     * The blocks that may have a NaN or infinite value. One bit per block is enough, because a body that is written by
     * itself is suspected only if its values are broken or extreme.
     */
    private final BitSet suspects;

    FiniteCheck(int blocks) {
        suspects = new BitSet(blocks);
    }

    /** Notes that a range of slots, which is not empty, may have such a value. */
    void suspect(int from, int to) {
        suspects.set(from / Blocks.SIZE, Blocks.of(to));
    }

    /** The lowest slot whose body is alive and has a NaN or infinite value; -1 if there is none. */
    int firstWithout(State state) {
        int blocks = Blocks.of(state.slots);
        for (int first = suspects.nextSetBit(0); first >= 0 && first < blocks; first = suspects.nextSetBit(first)) {
            // At most 64 blocks at a time, which stay in the cache if they have to be searched.
            int end = Math.min(Math.min(suspects.nextClearBit(first), first + 64), blocks);
            int slot = firstWithout(state, first * Blocks.SIZE, Math.min(end * Blocks.SIZE, state.slots));
            if (slot >= 0) {
                return slot;
            }
            suspects.clear(first, end);
        }
        return -1;
    }

    /**
     * Finds the first living body that is not finite, by halving the range, and then one by one in a short part. The
     * search is fast even if the only such bodies are dead, because most of the range is still checked at once.
     */
    private static int firstWithout(State state, int from, int to) {
        if (isFinite(state, from, to)) {
            return -1;
        }
        if (to - from > Blocks.SIZE) {
            int middle = (from + to) / 2;
            int slot = firstWithout(state, from, middle);
            return slot >= 0 ? slot : firstWithout(state, middle, to);
        }
        int slot = from;
        while (slot < to && (!state.isAlive(slot) || isFinite(state, slot, slot + 1))) {
            slot++;
        }
        return slot < to ? slot : -1;
    }

    /**
     * Returns whether all values are finite, those of dead bodies included. Each value times zero is zero if the value
     * is finite, and NaN if not, so the sum of these products is zero or NaN.
     */
    private static boolean isFinite(State state, int from, int to) {
        double sum = state.doubles == null ? 0 : state.doubles.excess(from, to);
        for (int i = state.doubles == null ? 0 : 3; i < state.values.length; i++) {
            sum += sum(state.values[i], from, to);
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
}
