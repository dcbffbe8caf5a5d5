package io.github.freestep.state.content;

/** The size of blocks of slots. Here and not in the package of states, so that all modules count blocks in one way. */
public final class Blocks {
    /** The number of slots in a block. */
    public static final int SIZE = 64;

    /** How many bits to shift a slot to the right for the number of its block. */
    public static final int SHIFT = 6;

    private Blocks() {}

    /**
     * Finds the first bit that is set, from one on.
     *
     * @param from may be {@code end} or above
     * @param end the number of bits to look at
     * @return the number of the bit; -1 if there is none
     */
    public static int next(long[] bits, int from, int end) {
        long mask = -1L << from;
        for (int word = from >>> SHIFT; word < of(end); word++) {
            long left = bits[word] & mask;
            if (left != 0) {
                int bit = (word << SHIFT) + Long.numberOfTrailingZeros(left);
                return bit < end ? bit : -1;
            }
            mask = -1L;
        }
        return -1;
    }

    /** The number of blocks, or of words of bits, that hold a number of slots, or of bits. */
    public static int of(int slots) {
        return slots + SIZE - 1 >>> SHIFT;
    }
}
