package io.github.freestep.wire;

import java.util.Arrays;

/**
 * An adaptive binary range coder. The same calls encode and decode: {@link RangeEncoder} writes the value that it is
 * given and returns it, and {@link RangeDecoder} ignores its argument and returns the value that it has read. So there
 * is one description of the format, and the two directions cannot differ. For one thread; allocates nothing.
 *
 * <p>A <i>model</i> is the probability that a bit is zero. It starts at one half with every datagram. The n-th bit
 * moves it by 1/(n + 2) of the way, and from some n on by a constant share. So it learns fast at first: a datagram has a
 * few hundred bodies, and whatever its models learn is lost with it. Rejected: a constant share, which takes 3 to 9 %
 * more bytes.
 */
abstract class RangeCoder {
    /** The bits by which {@code number} tells a length of up to 31. */
    static final int SHORT = 5;

    /** The bits by which {@code number} tells a length of up to 32. */
    static final int LONG = 6;

    /** The models of one {@code number}: the tree of its length, its second bit by length, and its sign. */
    static final int NUMBER = 64 + 34 + 3;

    private static final int TOP = 64;
    private static final int SIGN = TOP + 34;

    /** Has ones at both ends, so that the last bytes of a datagram are not all zeros. */
    private static final int END = 0xA5;

    private static final int PROBABILITY = 22;
    private static final int COUNT = 32 - PROBABILITY;
    private static final int MAX_COUNT = 24;
    private static final int EVEN = 1 << 31;
    private static final int[] SHARES = new int[MAX_COUNT + 1];

    static {
        for (int n = 0; n <= MAX_COUNT; n++) {
            SHARES[n] = (1 << 16) / (n + 2);
        }
    }

    /** The probability of a zero in the upper 22 bits, and how many bits it has seen in the lower 10. */
    private final int[] models;

    private boolean failed;

    RangeCoder(int models) {
        this.models = new int[models];
    }

    /** Forgets what was learnt. */
    final void reset() {
        Arrays.fill(models, EVEN);
        failed = false;
    }

    /** Codes a bit with the probability of a zero in 65536ths. */
    abstract int code(int zero, int bit);

    /**
     * Codes bits that have no model.
     *
     * @param count from 1 to 16
     */
    abstract int plain(int count, int value);

    /** Whether a decoded number was none that an encoder writes. */
    final boolean failed() {
        return failed;
    }

    /** Codes a bit with a model. */
    final int bit(int model, int bit) {
        int state = models[model];
        int p = state >>> COUNT;
        // Never certain: an unlikely bit takes 11 bits at most.
        int coded = code((p >>> 6) - (p >>> 16) + 32, bit);
        int n = state & (1 << COUNT) - 1;
        int target = coded - 1 >>> COUNT;
        int moved = p + (int) ((long) (target - p) * SHARES[n] >> 16);
        models[model] = moved << COUNT | n + (n - MAX_COUNT >>> 31);
        return coded;
    }

    final boolean flag(int model, boolean flag) {
        return bit(model, flag ? 1 : 0) != 0;
    }

    /** Codes a value of some bits, the highest first, each with a model of its own for all bits before it. */
    final int tree(int model, int bits, int value) {
        int node = 1;
        for (int shift = bits - 1; shift >= 0; shift--) {
            node = node << 1 | bit(model + node, value >>> shift & 1);
        }
        return node - (1 << bits);
    }

    /** Codes up to 32 bits that have no model. */
    final int bits(int count, int value) {
        if (count <= 16) {
            return count == 0 ? 0 : plain(count, value & (1 << count) - 1);
        }
        int high = plain(count - 16, value >>> 16 & (1 << count - 16) - 1);
        return high << 16 | plain(16, value & 0xFFFF);
    }

    /**
     * Codes a number that is likely to be small.
     *
     * @param lengths the first of {@code 1 << width} models of its length in bits
     * @param rest the first of {@link #NUMBER} models, of which those of the length are not used
     * @param width {@link #SHORT} or {@link #LONG}
     * @param lean the sign of a number that is likely to have the same sign: -1, 0 or 1
     */
    final int number(int lengths, int rest, int width, int lean, int value) {
        int size = value < 0 ? -value : value;
        int length = tree(lengths, width, 32 - Integer.numberOfLeadingZeros(size));
        if (length == 0) {
            return 0;
        }
        if (length > 32) {
            failed = true;
            return 0;
        }
        int coded = 1;
        if (length > 1) {
            int lower = length - 2;
            int second = bit(rest + TOP + length, size >>> lower & 1);
            coded = (2 | second) << lower | bits(lower, size);
        }
        return bit(rest + SIGN + 1 + lean, value >>> 31) == 0 ? coded : -coded;
    }

    /**
     * Codes a fixed value after the last body. A decoder that has lost its way rarely finds it there.
     *
     * @return whether it is there
     */
    final boolean end() {
        return plain(8, END) == END;
    }

    /** Codes a number with one set of models. */
    final int number(int model, int value) {
        return number(model, model, LONG, 0, value);
    }
}
