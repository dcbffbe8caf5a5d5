package io.github.freestep.wire;

import java.util.Arrays;

/**
 * An adaptive binary range coder. The same calls encode and decode: {@link RangeEncoder} writes the value that it is
 * given and returns it, and {@link RangeDecoder} ignores its argument and returns the value that it has read. So there
 * is one description of the format, and the two directions cannot differ. For one thread; allocates nothing.
 *
 * <p>A <i>model</i> is the probability that a bit is zero. It starts at one half with every datagram. The n-th bit
 * moves it by 1/(n + 2) of the way, and from a certain n on by a constant share. So it learns fast at first: a datagram
 * has a few hundred bodies, and whatever its models learn is lost with it. Rejected: a constant share, which takes 3 to
 * 9 % more bytes.
 */
abstract class RangeCoder {
    /** The levels of the tree of a length. Most lengths are below {@link #LONG}, and a level takes 3 ns. */
    static final int LEVELS = 4;

    /** The models of a length. */
    static final int LENGTH = 1 << LEVELS;

    /** Stands for this length or more. The tree of the rest has a level more, so that no length is beyond 32. */
    private static final int LONG = LENGTH - 1;

    /**
     * In numbers of this length or more, the second bit has no model: nearly as many are ones as zeros. That takes
     * 0.2 % more bytes and 5 % less time.
     */
    private static final int PLAIN = 7;

    private static final int REST = LENGTH;
    private static final int SECOND = REST + 2 * LENGTH;
    private static final int SIGN = SECOND + 33;

    /**
     * The models of a number: the tree of its length, the tree of the rest of a long one, its second bit by length, and
     * its sign by that of another number.
     */
    static final int NUMBER = SIGN + 3;

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

    /** Whether a number was decoded that no encoder writes. */
    final boolean failed() {
        return failed;
    }

    /** Codes a bit with a model. */
    final int bit(int model, int bit) {
        int state = models[model];
        int coded = code(zero(state), bit);
        models[model] = learnt(state, coded);
        return coded;
    }

    /** The probability of a zero in 65536ths. It is never certain: an unlikely bit takes 12 bits at most. */
    static int zero(int state) {
        return state >>> 16 & 0xFFE0 | 0x10;
    }

    /** Returns a model after one more bit. */
    static int learnt(int state, int bit) {
        int p = state >>> COUNT;
        int n = state & (1 << COUNT) - 1;
        int target = bit - 1 >>> COUNT;
        int moved = p + (int) ((long) (target - p) * SHARES[n] >> 16);
        return moved << COUNT | n + (n - MAX_COUNT >>> 31);
    }

    final int[] models() {
        return models;
    }

    final boolean flag(int model, boolean flag) {
        return bit(model, flag ? 1 : 0) != 0;
    }

    /**
     * Codes a value of some bits, the highest first, each with a model of its own for all bits before it. Most of the
     * time goes here, so each direction has a loop of its own that keeps the interval in registers.
     */
    abstract int tree(int model, int bits, int value);

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
     * @param lengths the first of {@link #LENGTH} models of its length in bits
     * @param rest the first of {@link #NUMBER} models, of which those of the length are not used
     * @param lean the sign of a number that is likely to have the same sign: -1, 0 or 1
     */
    final int number(int lengths, int rest, int lean, int value) {
        int size = Math.abs(value);
        int length = length(lengths, rest + REST, 32 - Integer.numberOfLeadingZeros(size));
        if (length == 0) {
            return 0;
        }
        int coded = 1;
        if (length > 1) {
            int lower = length - 2;
            if (length < PLAIN) {
                int second = bit(rest + SECOND + length, size >>> lower & 1);
                coded = (2 | second) << lower | bits(lower, size);
            } else {
                coded = 1 << lower + 1 | bits(lower + 1, size);
            }
        }
        // Without a branch, because the sign is hard to predict.
        int minus = -bit(rest + SIGN + 1 + lean, value >>> 31);
        return (coded ^ minus) - minus;
    }

    private int length(int lengths, int rest, int length) {
        int first = tree(lengths, LEVELS, Math.min(length, LONG));
        if (first < LONG) {
            return first;
        }
        int all = LONG + tree(rest, LEVELS + 1, length - LONG);
        failed |= all > 32;
        return Math.min(all, 32);
    }

    /**
     * Codes a fixed value after the last body. A decoder that has misread an earlier value rarely finds it there.
     *
     * @return whether it is there
     */
    final boolean end() {
        return plain(8, END) == END;
    }

    /** Codes a number with one set of models. */
    final int number(int model, int value) {
        return number(model, model, 0, value);
    }
}
