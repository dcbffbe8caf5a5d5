package io.github.freestep.net.codec;

/**
 * Writes what {@link BitDecoder} reads. What it writes for a body does not depend on the bodies before it, so it can be
 * copied into datagrams with any other bodies. For one thread.
 */
public final class BitEncoder extends RangeCoder {
    private final int[] likely;
    private final Bits into;

    /**
     * Creates an encoder.
     *
     * @param likely see {@link LikelySizes}
     */
    public BitEncoder(CoderModels models, int[] likely, Bits into) {
        super(models);
        this.likely = likely;
        this.into = into;
    }

    @Override
    int code(int zero, int bit) {
        into.put(bit, 1);
        return bit;
    }

    @Override
    int symbol(int model, int symbol) {
        int beyond = symbol - likely[model];
        if (likely[model] == LikelySizes.NONE) {
            into.put(symbol, LikelySizes.SYMBOL);
        } else if (beyond >= 0 && beyond < 1 << LikelySizes.LIKELY) {
            into.put(beyond << 1, LikelySizes.LIKELY + 1);
        } else {
            into.put(symbol << 1 | 1, LikelySizes.SYMBOL + 1);
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
