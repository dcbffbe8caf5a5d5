package io.github.freestep.state.handoff;

/**
 * A window of up to eight slot numbers of eight bits in one long, the newest in the lowest byte. It is one word, so
 * that it is exchanged as a whole.
 */
public final class Windows {
    public static final int MAX_WINDOW = 8;

    /** Stands for no state in that place. */
    public static final int NONE = 0xFF;

    /** The window before the first state. */
    public static final long EMPTY = -1L;

    /**
     * What a reader leaves in place of the window that it took. No window has this value, because here the place of the
     * newest state is empty while older places are not.
     */
    public static final long TAKEN = NONE;

    private Windows() {}

    public static int slot(long window, int age) {
        return (int) (window >>> (age << 3)) & NONE;
    }

    /** A mask of the bytes that a window of the given size does not use. In such a window they are {@link #NONE}. */
    public static long beyond(int windowSize) {
        return windowSize == MAX_WINDOW ? 0 : EMPTY << (windowSize << 3);
    }

    /** The window with a new newest state. The oldest state falls out if the window was full. */
    public static long push(long window, int slot, long beyond) {
        return window << 8 | slot | beyond;
    }

    /** The window with another state in place of the newest. */
    public static long replaceNewest(long window, int slot) {
        return window & ~0xFFL | slot;
    }

    /** The number of its states: the place of the lowest byte with all bits set. */
    public static int size(long window) {
        // In the complement, that byte is zero. The borrow of the subtraction marks the lowest such byte exactly.
        long empty = ~window;
        long zeroes = empty - 0x0101010101010101L & window & 0x8080808080808080L;
        return Long.numberOfTrailingZeros(zeroes) >>> 3;
    }
}
