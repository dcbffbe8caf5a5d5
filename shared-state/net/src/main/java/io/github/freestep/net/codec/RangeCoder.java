package io.github.freestep.net.codec;

import java.util.Arrays;

/**
 * An adaptive range coder. The same calls encode and decode: {@link RangeEncoder} writes the value that it is given and
 * returns it, and {@link RangeDecoder} ignores its argument and returns the value that it has read. So there is one
 * description of the format, and the two directions cannot differ. For one thread; allocates nothing.
 *
 * <p>The model of a <i>flag</i> is the probability that it is zero. Whatever models learn in a datagram is lost with
 * it, so each begins as {@link ModelStarts} says, and then moves by a constant share with each flag. One of which
 * nothing is known begins at one half, and its n-th flag moves it by 1/(n + 2) of the way. Sizes of numbers are coded
 * by {@link SymbolModels}, which learn in a similar way. Rejected: models that do not learn, which take 3 % more bytes
 * in a quiet scene and 8 % in a busy one, and models of which none knows anything at first, which take up to 18 % more.
 *
 * <p>The lower bits of numbers have no model. They bypass the coder, in a stream of their own that runs backwards from
 * the end of the datagram, so the length of neither stream is needed.
 */
public abstract class RangeCoder {
    /**
     * Stands for all numbers that are longer than those of the symbol below. Their length follows as another symbol.
     */
    private static final int REST = SymbolModels.SYMBOLS - 1;

    /** For each symbol, the least number, and how many bits without a model follow. */
    private static final int[] LEAST = {0, 1, 2, 3, 4, 6, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096};

    private static final int[] FOLLOWING = {0, 0, 0, 0, 1, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0};

    /** The symbol of a number, by {@code 2 * length + second bit}. */
    private static final byte[] SYMBOL = new byte[2 * 33];

    /** The least length of the numbers that {@link #REST} stands for. */
    private static final int LONG = 13;

    /** The greatest second symbol stands for this length or more. Then three bits follow. */
    private static final int LONGEST = LONG + SymbolModels.SYMBOLS - 1;

    /** Each number has three flags for its sign, one for each likely sign: -1, 0 or 1. */
    static final int SIGNS = 3;

    /** Has ones at both ends, so that the last bytes of a datagram are not all zeros. */
    private static final int END = 0xA5;

    private static final int PROBABILITY = 22;
    private static final int COUNT = 32 - PROBABILITY;
    private static final int MAX_COUNT = 24;
    static final int EVEN = 1 << 31;

    private static final int[] SHARES = new int[MAX_COUNT + 1];

    static {
        for (int n = 0; n <= MAX_COUNT; n++) {
            SHARES[n] = (1 << 16) / (n + 2);
        }
        for (int i = 0; i < SYMBOL.length; i++) {
            int length = i / 2;
            SYMBOL[i] = (byte) (length < 2 ? length : length < 4 ? i - 2 : Math.min(length + 2, REST));
        }
    }

    /** The probability of a zero in the upper 22 bits, and how many bits it has seen in the lower 10. */
    private final int[] flags;

    /** What the flags are at the start of a datagram. */
    private final int[] starts;

    final SymbolModels symbols;

    private final int signs;
    private final int numbers;
    private boolean failed;

    RangeCoder(CoderModels models) {
        signs = models.flags();
        numbers = models.numbers();
        flags = new int[signs + SIGNS * numbers];
        starts = new int[flags.length];
        Arrays.fill(starts, EVEN);
        ModelStarts learnt = models.starts();
        for (int i = 0; learnt != null && i < learnt.zeros.length; i++) {
            starts[i < learnt.flags ? i : signs + i - learnt.flags] = learnt.zeros[i] << 16 | MAX_COUNT;
        }
        symbols = new SymbolModels(2 * numbers + models.sizes(), learnt == null ? new long[0] : learnt.sums);
    }

    /** Forgets what was learnt. */
    final void reset() {
        System.arraycopy(starts, 0, flags, 0, flags.length);
        symbols.reset();
        failed = false;
    }

    /** Codes a bit by a model. */
    abstract int bit(int model, int bit);

    /** Codes a symbol with a model, which learns from it. */
    abstract int symbol(int model, int symbol);

    /** Codes 1 to 16 bits with even probabilities, in the same stream as flags and symbols. */
    public abstract int plain(int count, int value);

    /**
     * Codes bits that have no model, past the coder.
     *
     * @param count from 0 to 32
     * @param value its bits above {@code count} are ignored
     */
    abstract int bits(int count, int value);

    /** Whether a number was decoded that no encoder writes. */
    public final boolean failed() {
        return failed;
    }

    public final boolean flag(int model, boolean flag) {
        return bit(model, flag ? 1 : 0) != 0;
    }

    /** The probability of a zero in 65536ths. It is never certain: an unlikely bit takes 12 bits at most. */
    final int zero(int model) {
        return flags[model] >>> 16 & 0xFFE0 | 0x10;
    }

    /** Adapts a model to one more bit. */
    final void learn(int model, int bit) {
        int state = flags[model];
        int p = state >>> COUNT;
        int n = state & (1 << COUNT) - 1;
        int target = bit - 1 >>> COUNT;
        int moved = p + (int) ((long) (target - p) * SHARES[n] >> 16);
        flags[model] = moved << COUNT | n + (n - MAX_COUNT >>> 31);
    }

    /** Codes a number that is likely to be small, with one set of models. */
    public final int number(int number, int value) {
        return number(2 * number, number, 0, value);
    }

    /**
     * Codes a number that is likely to be small, whose size has a model of its own for each context.
     *
     * @param context selects the model of the size
     * @param lean the sign of a number that is likely to have the same sign: -1, 0 or 1
     */
    public final int sized(int context, int number, int lean, int value) {
        return number(2 * numbers + context, number, lean, value);
    }

    /** The symbol of a number without its sign. */
    private static int symbol(int size) {
        int length = 32 - Integer.numberOfLeadingZeros(size);
        // Few branches, because most of what is coded is hard to predict.
        return SYMBOL[2 * length + (size >>> length - 2 & 1)];
    }

    private int number(int sizes, int number, int lean, int value) {
        int size = Math.abs(value);
        int symbol = symbol(sizes, symbol(size));
        if (symbol == 0) {
            return 0;
        }
        int coded = symbol == REST ? longer(2 * number + 1, size) : LEAST[symbol] | bits(FOLLOWING[symbol], size);
        int minus = -bit(signs + SIGNS * number + 1 + lean, value >>> 31);
        return (coded ^ minus) - minus;
    }

    private int longer(int rest, int size) {
        int length = 32 - Integer.numberOfLeadingZeros(size);
        int coded = LONG + symbol(rest, Math.min(length, LONGEST) - LONG);
        if (coded == LONGEST) {
            coded += bits(3, length - LONGEST);
            failed |= coded > 32;
        }
        int following = Math.min(coded, 32) - 1;
        return 1 << following | bits(following, size);
    }

    /**
     * Codes a fixed value after the last body. A decoder that has misread an earlier value rarely finds it there.
     *
     * @return whether it is there
     */
    public final boolean end() {
        return plain(8, END) == END;
    }
}
