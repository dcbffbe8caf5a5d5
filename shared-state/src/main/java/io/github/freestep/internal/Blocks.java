package io.github.freestep.internal;

/** The size of blocks of slots. Here and not in the package of states, so that all modules count blocks in one way. */
public final class Blocks {
    /** The number of slots in a block. */
    public static final int SIZE = 64;

    /** How many bits to shift a slot to the right for the number of its block. */
    public static final int SHIFT = 6;

    private Blocks() {}

    /** The number of blocks, or of words of bits, that hold a number of slots, or of bits. */
    public static int of(int slots) {
        return slots + SIZE - 1 >>> SHIFT;
    }
}
