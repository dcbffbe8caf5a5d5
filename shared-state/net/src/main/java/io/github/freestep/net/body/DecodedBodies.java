package io.github.freestep.net.body;

import io.github.freestep.state.StateLayout;

/**
 * The values of decoded bodies, in arrays that are indexed by slot. For one thread; allocates only when it is made.
 *
 * <p>All values of live bodies are finite. Orientations have a length above zero, and the sign is arbitrary: write them
 * through {@code StateWriter}, which chooses it.
 */
public class DecodedBodies {
    /** The parts of an orientation. They come before the channels. */
    public static final int ORIENTATION = 4;

    /** The coordinates, by axis. If positions are floats, each is within the range of floats. */
    public final double[][] places;

    /** The parts of the orientation: x, y, z and w. Then the linear channels, and then the stepped ones. */
    public final float[][] others;

    /** Epochs as in {@code State.epoch}: odd while the slot has a body. */
    public final int[] epochs;

    /** The {@link Bond} of each slot. The pose of an attached body is relative to its parent. */
    public final int[] bonds;

    /** Creates arrays for the bodies of a layout. */
    public DecodedBodies(StateLayout layout) {
        int capacity = layout.capacity();
        places = new double[BodyFields.AXES][capacity];
        others = new float[ORIENTATION + new BodyFields(layout).channels][capacity];
        epochs = new int[capacity];
        bonds = new int[capacity];
    }
}
