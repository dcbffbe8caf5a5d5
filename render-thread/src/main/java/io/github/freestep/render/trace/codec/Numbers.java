package io.github.freestep.render.trace.codec;

import java.util.Arrays;

/**
 * Writes or reads numbers of few bits. The same calls do both, so that reader and writer cannot differ: a writer
 * returns the number that it is given, and a reader returns the one that it finds. Not thread-safe; allocates nothing.
 */
abstract class Numbers {
    /** Number of kinds of numbers, each with a parameter of its own. */
    static final int KINDS = 16;

    /** A quotient of this many bits means that the number follows with its length. */
    private static final int ESCAPE = 24;

    /** Larger numbers count as this in the mean, so that its sum does not overflow. */
    private static final long MOST = 1L << 40;

    /** A number counts as at most this many times the mean, so that the first one or a stall does not rule the rest. */
    private static final long MOST_GROWTH = 16;

    /** A mean of 0 grows, too. */
    private static final long LEAST_GROWTH = 1 << 14;

    private static final int SHARE = 4;

    /** The mean of the last numbers of each kind, times 16. */
    private final long[] means = new long[KINDS];

    /** Sets the parameters of all kinds back. */
    final void reset() {
        Arrays.fill(means, 0);
    }

    /** Writes or reads the lowest bits of a number. */
    abstract long bits(int count, long value);

    /** A flag, of one bit. */
    final boolean flag(boolean value) {
        return bits(1, value ? 1 : 0) != 0;
    }

    /** A number of any sign and size, short if it is near 0 for its kind. */
    final long number(int kind, long value) {
        long mean = means[kind] >>> SHARE;
        int shift = mean == 0 ? 0 : Long.SIZE - 1 - Long.numberOfLeadingZeros(mean);
        long folded = code(value << 1 ^ value >> 63, shift);
        long most = Math.min(MOST, MOST_GROWTH * mean + LEAST_GROWTH);
        means[kind] += Math.min(most, folded & Long.MAX_VALUE) - mean;
        return folded >>> 1 ^ -(folded & 1);
    }

    private long code(long value, int shift) {
        long quotient = value >>> shift;
        int ones = quotient < 0 || quotient > ESCAPE ? ESCAPE : (int) quotient;
        int found = 0;
        while (found < ESCAPE && flag(found < ones)) {
            found++;
        }
        if (found == ESCAPE) {
            return sized(value);
        }
        return (long) found << shift | bits(shift, value);
    }

    /** A number after its length: for those that follow from no other. */
    final long sized(long value) {
        int length = (int) bits(6, Math.max(0, Long.SIZE - 1 - Long.numberOfLeadingZeros(value)));
        return bits(length + 1, value);
    }

    /** A signed number after its length. */
    final long signed(long value) {
        long folded = sized(value << 1 ^ value >> 63);
        return folded >>> 1 ^ -(folded & 1);
    }
}
