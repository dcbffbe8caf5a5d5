package io.github.freestep.state;

import io.github.freestep.internal.Blocks;

/**
 * Finds NaN and infinite values. A single value is checked when it is written, while it is in a register. Values that
 * are written as a range are checked later, all at once, because that is SIMD code. For the publishing thread;
 * allocates nothing.
 */
final class FiniteCheck {
    /** The bodies that may have a NaN or infinite value. */
    private final Marks suspects;

    /** A bit for each block in which single bodies are suspects. */
    private final long[] inPart;

    FiniteCheck(StateLayout layout) {
        suspects = new Marks(layout.capacity());
        inPart = new long[Blocks.of(Blocks.of(layout.capacity()))];
    }

    /**
     * Notes that values of a body were written.
     *
     * @param sum their sum. A finite sum has finite terms; one that overflows costs only a needless check
     */
    void wrote(int slot, float sum) {
        if (sum * 0 != 0) {
            int block = slot >>> Blocks.SHIFT;
            suspects.add(slot);
            inPart[block >>> Blocks.SHIFT] |= 1L << block;
        }
    }

    /** Notes that values of a range of slots were written. */
    void wrote(int from, int to) {
        if (from < to) {
            suspects.add(from, to, inPart);
        }
    }

    /** The lowest slot whose body is alive and has a NaN or infinite value; -1 if there is none. */
    int firstWithout(State state) {
        int words = Blocks.of(Blocks.of(state.slots));
        for (int word = 0; word < words; word++) {
            long blocks = suspects.whole(word) | inPart[word];
            if (blocks != 0) {
                int slot = firstWithout(state, word, blocks);
                if (slot >= 0) {
                    return slot;
                }
                suspects.clear(word, blocks, inPart[word]);
                inPart[word] = 0;
            }
        }
        return -1;
    }

    private int firstWithout(State state, int word, long blocks) {
        long whole = suspects.whole(word);
        for (long left = blocks; left != 0; ) {
            int start = Long.numberOfTrailingZeros(left);
            int block = (word << Blocks.SHIFT) + start;
            int adjacent = Long.numberOfTrailingZeros(~(whole >>> start));
            int slot = adjacent == 0
                    ? search(state, block * Blocks.SIZE, ~suspects.missing(block))
                    : firstWithout(state, block * Blocks.SIZE, Math.min((block + adjacent) * Blocks.SIZE, state.slots));
            if (slot >= 0) {
                return slot;
            }
            int end = start + Math.max(1, adjacent);
            left &= end == Long.SIZE ? 0 : -1L << end;
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
        double sum = state.doubles == null ? 0 : state.doubles.excess(from, to);
        for (int i = state.firstValue; i < state.values.length; i++) {
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

    private static int search(State state, int from, int to) {
        for (int body = from; body < to; body++) {
            if (state.isAlive(body) && !isFinite(state, body)) {
                return body;
            }
        }
        return -1;
    }

    /** Finds the first living body with a NaN or infinite value, among some bodies of a block. */
    private static int search(State state, int first, long bodies) {
        for (long left = bodies; left != 0; left &= left - 1) {
            int body = first + Long.numberOfTrailingZeros(left);
            if (!isFinite(state, body) && state.isAlive(body)) {
                return body;
            }
        }
        return -1;
    }

    private static boolean isFinite(State state, int body) {
        double sum = state.doubles == null ? 0 : state.doubles.excess(body);
        for (int i = state.firstValue; i < state.values.length; i++) {
            sum += state.values[i][body] * 0;
        }
        return sum == 0;
    }
}
