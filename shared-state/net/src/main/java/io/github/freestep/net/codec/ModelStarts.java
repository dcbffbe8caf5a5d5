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

    /** A hash of the resource, because both sides must have the same one. The same on every JVM. */
    public int hash;

    private ModelStarts(int flags, int numbers, int sizes) {
        this.flags = flags;
        zeros = new int[flags + RangeCoder.SIGNS * numbers];
        sums = new long[sizes * SymbolModels.LONGS];
        Arrays.fill(zeros, RangeCoder.EVEN >>> 16);
        Arrays.setAll(sums, i -> SymbolModels.FIRST[i % SymbolModels.LONGS]);
    }

    /**
     * Reads them from a resource, which is closed. If it is empty, nothing has been learnt: after a change of the
     * models, begin with an empty one, from which the command that made the resource makes it again.
     *
     * @throws IllegalArgumentException if it is of other models
     */
    public static ModelStarts of(InputStream resource, int flags, int numbers, int sizes) {
        ModelStarts starts = new ModelStarts(flags, numbers, sizes);
        try (resource) {
            byte[] bytes = resource.readAllBytes();
            starts.hash = Arrays.hashCode(bytes);
            if (bytes.length != 0 && bytes.length != starts.bytes()) {
                throw new IllegalArgumentException("the resource of the models must have " + starts.bytes()
                        + " bytes, or none if nothing was learnt, had " + bytes.length + "; make it again");
            }
            if (bytes.length != 0) {
                ByteBuffer in = ByteBuffer.wrap(bytes);
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
