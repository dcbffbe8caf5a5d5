package io.github.freestep.net.codec;

/**
 * Writes what {@link BitDecoder} reads. What it writes for a body does not depend on the bodies before it, so it can be
 * copied into datagrams with any other bodies. For one thread.
 *
 * <p>It does not learn, so the sizes of numbers have fixed codes. For each model of sizes, an array has the least of
 * four adjacent sizes that are likely: those take 3 bits, and others 5. Without likely ones, all take 4.
 */
public final class BitEncoder extends RangeCoder {
    /** Stands for no likely sizes. */
    public static final int UNLIKELY = -1;

    /** The bits of a size, and those of a likely one; another bit says which of the two follows. */
    static final int SIZE = 4;

    static final int LIKELY = 2;

    /** The bits of the length of a code. */
    private static final int CODE = 3;

    private static final int MOST = (1 << CODE) - 1;

    private final int[] likely;
    private final Bits into;

    /** @param likely by model, the least likely size, or {@link #UNLIKELY} */
    public BitEncoder(CoderModels models, int[] likely, Bits into) {
        super(models);
        this.likely = likely;
        this.into = into;
    }

    /** The code of a symbol, and below that the number of its bits. */
    private int code(int model, int symbol) {
        int beyond = symbol - likely[model];
        boolean isLikely = beyond >= 0 && beyond < 1 << LIKELY;
        return likely[model] == UNLIKELY
                ? symbol << CODE | SIZE
                : isLikely ? beyond << CODE + 1 | LIKELY + 1 : (symbol << 1 | 1) << CODE | SIZE + 1;
    }

    /** Puts all bits of a usual number at once. */
    @Override
    int number(int sizes, int number, int lean, int value) {
        int size = Math.abs(value);
        int symbol = symbol(size);
        if (symbol == REST) {
            return super.number(sizes, number, lean, value);
        }
        int following = FOLLOWING[symbol];
        long bits = size & (1L << following) - 1 | (long) (value >>> 31) << following;
        int code = code(sizes, symbol);
        int count = code & MOST;
        into.put(bits << count | code >> CODE, count + (symbol == 0 ? 0 : following + 1));
        return value;
    }

    @Override
    int bit(int model, int bit) {
        return bits(1, bit);
    }

    @Override
    int symbol(int model, int symbol) {
        int code = code(model, symbol);
        into.put(code >> CODE, code & MOST);
        return symbol;
    }

    @Override
    public int plain(int count, int value) {
        return bits(count, value);
    }

    @Override
    int bits(int count, int value) {
        into.put(value, count);
        return (int) (value & (1L << count) - 1);
    }
}
