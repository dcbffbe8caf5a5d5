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

    private final int[] likely;
    private final Bits into;

    /** @param likely by model, the least likely size, or {@link #UNLIKELY} */
    public BitEncoder(CoderModels models, int[] likely, Bits into) {
        super(models);
        this.likely = likely;
        this.into = into;
    }

    @Override
    int bit(int model, int bit) {
        into.put(bit, 1);
        return bit;
    }

    @Override
    int symbol(int model, int symbol) {
        int beyond = symbol - likely[model];
        if (likely[model] == UNLIKELY) {
            into.put(symbol, SIZE);
        } else if (beyond >= 0 && beyond < 1 << LIKELY) {
            into.put(beyond << 1, LIKELY + 1);
        } else {
            into.put(symbol << 1 | 1, SIZE + 1);
        }
        return symbol;
    }

    @Override
    int plain(int count, int value) {
        into.put(value, count);
        return value;
    }

    @Override
    int bits(int count, int value) {
        into.put(value, count);
        return (int) (value & (1L << count) - 1);
    }
}
