package io.github.freestep.net.codec;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What models have learnt before a datagram: those of the first flags, of the signs of the first numbers, and of all
 * sizes by context. Immutable.
 */
public final class ModelStarts {
    /** For each model, the probability of a zero in 65536ths; first the flags, then the signs. */
    final int[] zeros;

    /** For each model of sizes, the sums of {@link SymbolModels}. */
    final long[] sums;

    final int flags;

    private ModelStarts(int flags, int numbers, int sizes) {
        this.flags = flags;
        zeros = new int[flags + RangeCoder.SIGNS * numbers];
        sums = new long[sizes * SymbolModels.LONGS];
        Arrays.fill(zeros, RangeCoder.EVEN >>> 16);
        Arrays.setAll(sums, i -> SymbolModels.FIRST[i % SymbolModels.LONGS]);
    }

    /**
     * Reads them from a resource, which is closed. If it is of other models, as after a change of these, nothing has been
     * learnt, until the command that made the resource makes it again.
     */
    public static ModelStarts of(InputStream resource, int flags, int numbers, int sizes) {
        ModelStarts starts = new ModelStarts(flags, numbers, sizes);
        try (resource) {
            ByteBuffer in = ByteBuffer.wrap(resource.readAllBytes());
            if (in.limit() == starts.bytes()) {
                Arrays.setAll(starts.zeros, i -> in.getChar());
                in.slice().asLongBuffer().get(starts.sums);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return starts;
    }

    int bytes() {
        return Short.BYTES * zeros.length + Long.BYTES * sums.length;
    }
}
