package io.github.freestep.net.codec;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Counts what is coded by each model, instead of coding it, so that models can begin with what they would have learnt.
 * In this package, because users have no coder of their own. For one thread.
 */
public final class CountingCoder extends RangeCoder {
    /** As if each bit had been seen so often before. */
    private static final double UNSEEN = 0.4;

    private static final double ZEROS = 1 << 16;

    private final CoderModels models;
    private final double[][] bits;
    private final double[][] sizes;

    /** Makes a coder for some models. */
    public CountingCoder(CoderModels models) {
        super(models);
        this.models = models;
        bits = new double[models.flags() + SIGNS * models.numbers()][2];
        sizes = new double[2 * models.numbers() + models.sizes()][];
        Arrays.setAll(sizes, i -> SymbolModels.weights());
    }

    @Override
    int bit(int model, int bit) {
        bits[model][bit]++;
        return bit;
    }

    @Override
    int symbol(int model, int symbol) {
        sizes[model][symbol]++;
        return symbol;
    }

    @Override
    public int plain(int count, int value) {
        return value;
    }

    @Override
    int bits(int count, int value) {
        return (int) (value & (1L << count) - 1);
    }

    /** Returns what {@link ModelStarts} reads. */
    public byte[] models() {
        ModelStarts starts = models.starts();
        ByteBuffer into = ByteBuffer.allocate(starts.bytes());
        for (int i = 0; i < starts.zeros.length; i++) {
            double[] seen = bits[i < starts.flags ? i : models.flags() + i - starts.flags];
            double zeros = (seen[0] + UNSEEN) / (seen[0] + seen[1] + 2 * UNSEEN);
            into.putShort((short) Math.min(ZEROS - 1, Math.rint(zeros * ZEROS)));
        }
        for (int i = 2 * models.numbers(); i < sizes.length; i++) {
            into.asLongBuffer().put(SymbolModels.sums(sizes[i]));
            into.position(into.position() + Long.BYTES * SymbolModels.LONGS);
        }
        return into.array();
    }
}
