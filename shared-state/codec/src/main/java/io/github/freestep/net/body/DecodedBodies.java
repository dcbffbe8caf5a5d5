package io.github.freestep.net.body;

import io.github.freestep.state.StateLayout;

/**
 * The values of decoded bodies, in arrays that are indexed by slot. Positions are in floats or in doubles, and the
 * arrays of the others are empty. For one thread; allocates only when it is made.
 *
 * <p>All values of live bodies are finite. Orientations have a length above zero, and the sign is arbitrary: write them
 * through {@code StateWriter}, which chooses it.
 */
public class DecodedBodies {
    public final float[] x;
    public final float[] y;
    public final float[] z;
    public final double[] doubleX;
    public final double[] doubleY;
    public final double[] doubleZ;
    public final float[] qx;
    public final float[] qy;
    public final float[] qz;
    public final float[] qw;

    /** The linear channels and then the stepped ones, each indexed by slot. */
    public final float[][] channels;

    /** Epochs as in {@code State.epoch}: odd while the slot has a body. */
    public final int[] epochs;

    /** The {@link Bond} of each slot. The pose of an attached body is relative to its parent. */
    public final int[] bonds;

    private final boolean isDouble;

    /** Creates arrays for positions as in the layout. */
    public DecodedBodies(StateLayout layout) {
        int capacity = layout.capacity();
        isDouble = layout.hasDoublePositions();
        int floats = isDouble ? 0 : capacity;
        x = new float[floats];
        y = new float[floats];
        z = new float[floats];
        doubleX = new double[capacity - floats];
        doubleY = new double[capacity - floats];
        doubleZ = new double[capacity - floats];
        qx = new float[capacity];
        qy = new float[capacity];
        qz = new float[capacity];
        qw = new float[capacity];
        epochs = new int[capacity];
        bonds = new int[capacity];
        channels = new float[new BodyFields(layout).channels][capacity];
    }

    final void position(int slot, double px, double py, double pz) {
        if (isDouble) {
            doubleX[slot] = px;
            doubleY[slot] = py;
            doubleZ[slot] = pz;
        } else {
            x[slot] = (float) px;
            y[slot] = (float) py;
            z[slot] = (float) pz;
        }
    }
}
