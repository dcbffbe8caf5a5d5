package io.github.freestep.wire;

import io.github.freestep.state.StateLayout;

/**
 * Decodes pieces against the baselines that the receiver has. For one thread; allocates nothing after its construction.
 *
 * <p>After {@link #decode} has returned true, each block that the piece's slots touch has a {@linkplain #status status},
 * and the arrays have the values of the piece's slots in {@link #CODED} blocks. For {@link #BASELINE} blocks, compare
 * {@link #baseline} with the number that was applied last to this block: if it is the same, nothing has changed.
 * Otherwise call {@link #fill}. The arrays are indexed by slot, and are written by {@code decode} and {@code fill}
 * alone. What they hold outside of the piece's slots is unspecified, so take the values before the next {@code decode}.
 *
 * <p>All values are finite. Orientations have a length above zero, and the sign is arbitrary: write them through
 * {@code StateWriter}, which chooses it.
 */
final class PieceDecoder {
    /** Nothing is known about the slots of the block in this piece: leave them as they are. */
    static final int UNKNOWN = 0;

    /** The block equals the baseline of the number {@link #baseline}. Its values come with {@link #fill}. */
    static final int BASELINE = 1;

    /** The arrays have the values of those slots of the block that belong to the piece. */
    static final int CODED = 2;

    final float[] x;
    final float[] y;
    final float[] z;
    final float[] qx;
    final float[] qy;
    final float[] qz;
    final float[] qw;

    /** The linear channels and then the stepped ones, each indexed by slot. */
    final float[][] channels;

    /** Epochs as in {@code State.epoch}: odd while the slot has a body. Values of other slots are unspecified. */
    final int[] epochs;

    PieceDecoder(StateLayout layout, BaselineStore baselines) {
        int capacity = layout.capacity();
        x = new float[capacity];
        y = new float[capacity];
        z = new float[capacity];
        qx = new float[capacity];
        qy = new float[capacity];
        qz = new float[capacity];
        qw = new float[capacity];
        epochs = new int[capacity];
        channels = new float
                [layout.linearChannels().size() + layout.steppedChannels().size()][capacity];
    }

    /**
     * Decodes the bodies of a piece. Never throws because of what is in it. The caller has read the header from the same
     * bytes and has compared its run.
     *
     * @return false if the content is invalid: drop the piece, and do not use the arrays
     */
    boolean decode(byte[] bytes, int offset, int length, PieceHeader header) {
        throw new UnsupportedOperationException();
    }

    /** The status of a block that the last decoded piece touches. */
    int status(int block) {
        throw new UnsupportedOperationException();
    }

    /** For a {@link #BASELINE} block: the number of the baseline that it equals, from 1. */
    long baseline(int block) {
        throw new UnsupportedOperationException();
    }

    /** For a {@link #BASELINE} block: copies the baseline's values of the piece's slots into the arrays. */
    void fill(int block) {
        throw new UnsupportedOperationException();
    }
}
