package io.github.freestep.state;

/**
 * A window is up to eight slot numbers of eight bits in one long, the newest in the lowest byte. One word, so that it
 * changes hands whole.
 */
final class Windows {
    static final int MAX_DEPTH = 8;

    /** No state in that place. */
    static final int NONE = 0xFF;

    /** The window before the first state. */
    static final long EMPTY = -1L;

    /** Left behind by a reader. It has no newest state but older ones, and so is no window. */
    static final long TAKEN = NONE;

    private Windows() {}

    static int slot(long window, int age) {
        return (int) (window >>> (age << 3)) & NONE;
    }

    /** All bytes from a depth on: what a window of that depth has set to {@link #NONE}. */
    static long beyond(int depth) {
        return depth == MAX_DEPTH ? 0 : EMPTY << (depth << 3);
    }

    /** The window with a new newest state; the oldest one falls out, if it was full. */
    static long push(long window, int slot, long beyond) {
        return window << 8 | slot | beyond;
    }

    /** The window with another state in the newest one's place. */
    static long replaceNewest(long window, int slot) {
        return window & ~0xFFL | slot;
    }

    /** How many states it has: the place of the lowest byte with all bits set. */
    static int size(long window) {
        // A byte of 0xFF is a zero byte of the complement; the borrow of the subtraction marks the lowest one exactly.
        long empty = ~window;
        long zeroes = empty - 0x0101010101010101L & window & 0x8080808080808080L;
        return Long.numberOfTrailingZeros(zeroes) >>> 3;
    }
}
