package io.github.freestep.state.content;

import java.util.Arrays;

/**
 * Which bodies have changed in each of the last states, as a bit for each body. When a slot of the buffer is written
 * again, the state in it is a few states old. What has changed since then is the union of what changed in each later
 * state. For the publishing thread; allocates nothing.
 *
 * <p>Published states are numbered from 0. The masks of state {@code n} name the bodies that differ between it and
 * state {@code n - 1}. An amendment has the number of the state that it amends.
 */
public final class History {
    /**
     * The number of states whose changes are remembered, with the one that is being written; a power of two. With a
     * window of K states and one reader, a slot of the buffer is reused after at most 2 K states.
     */
    private static final int STATES = 16;

    /** The greatest number of bodies of a block that are copied one by one. */
    private static final int FEW = 16;

    /** Indexed by the number of the state, modulo {@link #STATES}, and by block: a bit for each body. */
    private final long[][] masks;

    /** The masks of the state that is being written. */
    private long[] current;

    /** The number of that state. */
    private long number;

    /** The range of {@link #changed}: the states after {@code older}, up to and including {@code newer}. */
    private long older;

    private long newer;

    /** What {@link #changed} returns, for the 64 blocks of one word of bits. */
    private final long[] union;

    /** The number of that word. */
    private int united;

    public History(int capacity) {
        masks = new long[STATES][Blocks.of(capacity)];
        current = masks[0];
        union = new long[Math.min(Long.SIZE, current.length)];
    }

    /** Whether it is faster to treat these bodies of a block one by one than the block as a whole. */
    public static boolean isFew(long bodies) {
        return Long.bitCount(bodies) <= FEW;
    }

    /** The body in a slot changes in the state that is being written. */
    public void add(int slot) {
        current[slot >>> Blocks.SHIFT] |= 1L << slot;
    }

    /** By block: a bit for each body that changes in the state that is being written. A loop may set bits itself. */
    public long[] current() {
        return current;
    }

    /**
     * All bodies of some blocks change in the state that is being written.
     *
     * @param blocks a bit for each block
     */
    public void addBlocks(int first, long blocks) {
        set(current, first, blocks, -1L);
    }

    /**
     * Sets the value of each block that has a bit.
     *
     * @param first the block of the lowest bit
     * @param blocks a bit for each block
     */
    public static void set(long[] values, int first, long blocks, long value) {
        if (blocks == -1L) {
            Arrays.fill(values, first, first + Blocks.SIZE, value);
            return;
        }
        for (long left = blocks; left != 0; left &= left - 1) {
            values[first + Long.numberOfTrailingZeros(left)] = value;
        }
    }

    /** Copies which bodies have changed in the state that is being written, and returns the number of that state. */
    public long note(long[] changed, int blocks) {
        System.arraycopy(current, 0, changed, 0, blocks);
        return number;
    }

    /** The state that is being written was published, and the next one begins without changes. */
    public void next() {
        number++;
        current = masks[(int) number & STATES - 1];
        Arrays.fill(current, 0);
    }

    /** Sets the numbers of the states between which {@link #changed} looks. */
    public void look(long olderState, long newerState) {
        older = olderState;
        newer = newerState;
        united = -1;
    }

    /** The bodies of a block that changed after the older state, up to the newer one. All, if that is too long ago. */
    public long changed(int block) {
        return changedOfWord(block >>> Blocks.SHIFT)[block & Long.SIZE - 1];
    }

    /** Does the same as {@link #changed} for the 64 blocks of a word. The array holds until the next call. */
    public long[] changedOfWord(int word) {
        if (word != united) {
            unite(word);
        }
        return union;
    }

    /** Computes the union for 64 blocks at a time, because that becomes SIMD code. */
    private void unite(int word) {
        united = word;
        if (newer - older >= STATES) {
            Arrays.fill(union, -1L);
            return;
        }
        int first = word << Blocks.SHIFT;
        int length = Math.min(Long.SIZE, current.length - first);
        Arrays.fill(union, 0);
        for (long state = older + 1; state <= newer; state++) {
            long[] changes = masks[(int) state & STATES - 1];
            for (int i = 0; i < length; i++) {
                union[i] |= changes[first + i];
            }
        }
    }
}
