package io.github.freestep.state.content;

import java.util.Arrays;

/**
 * A set of bodies: a bit for each body, and a bit for each block that is in the set as a whole. So a world that writes
 * everything at once sets few bits.
 */
public final class Marks {
    private final int capacity;

    /** By block: a bit for each slot. Without a meaning for a block that is in the set as a whole. */
    public final long[] slots;

    /** A bit for each block. */
    private final long[] whole;

    public Marks(int capacity) {
        this.capacity = capacity;
        slots = new long[Blocks.of(capacity)];
        whole = new long[Blocks.of(slots.length)];
    }

    public void add(int slot) {
        slots[slot >>> Blocks.SHIFT] |= 1L << slot;
    }

    public void remove(int slot) {
        int block = slot >>> Blocks.SHIFT;
        slots[block] = ~missing(block) & ~(1L << slot);
        whole[block >>> Blocks.SHIFT] &= ~(1L << block);
    }

    /**
     * Adds a range that is not empty.
     *
     * @param inPart receives a bit for each block that is not in the range as a whole
     */
    public void add(int from, int to, long[] inPart) {
        int first = Blocks.of(from);
        int end = to == capacity ? slots.length : to >>> Blocks.SHIFT;
        if (first < end) {
            setBits(whole, first, end);
        }
        int head = Math.min(to, first << Blocks.SHIFT);
        if (from < head) {
            addInPart(from, head, inPart);
        }
        if (first <= end && end << Blocks.SHIFT < to) {
            addInPart(end << Blocks.SHIFT, to, inPart);
        }
    }

    private void addInPart(int from, int to, long[] inPart) {
        int block = from >>> Blocks.SHIFT;
        slots[block] |= -1L << from & -1L >>> -to;
        inPart[block >>> Blocks.SHIFT] |= 1L << block;
    }

    /** Sets the bits of a range that is not empty. */
    private static void setBits(long[] bits, int from, int to) {
        int first = from >>> Blocks.SHIFT;
        int last = to - 1 >>> Blocks.SHIFT;
        long head = -1L << from;
        long tail = -1L >>> -to;
        if (first == last) {
            bits[first] |= head & tail;
        } else {
            bits[first] |= head;
            Arrays.fill(bits, first + 1, last, -1L);
            bits[last] |= tail;
        }
    }

    /** A bit for each slot of a block that is not in the set. */
    public long missing(int block) {
        return (whole[block >>> Blocks.SHIFT] >>> block & 1) != 0 ? 0 : ~slots[block];
    }

    /** A bit for each block of a word that is in the set as a whole. */
    public long whole(int word) {
        return whole[word];
    }

    /**
     * Removes all bodies of some blocks of a word.
     *
     * @param inPart the blocks of which single bodies may have been added
     */
    public void clear(int word, long blocks, long inPart) {
        whole[word] &= ~blocks;
        for (long left = blocks & inPart; left != 0; left &= left - 1) {
            slots[(word << Blocks.SHIFT) + Long.numberOfTrailingZeros(left)] = 0;
        }
    }
}
