package io.github.freestep.physics.engine;

import io.github.freestep.state.StateWriter;

/** Holds the newest pose of every body, and writes them all at once. For the physics thread; allocates nothing. */
final class PoseArrays {
    private final float[] x;
    private final float[] y;
    private final float[] z;
    private final float[] qx;
    private final float[] qy;
    private final float[] qz;
    private final float[] qw;

    PoseArrays(int capacity) {
        x = new float[capacity];
        y = new float[capacity];
        z = new float[capacity];
        qx = new float[capacity];
        qy = new float[capacity];
        qz = new float[capacity];
        qw = new float[capacity];
    }

    void set(int slot, double px, double py, double pz, float ox, float oy, float oz, float ow) {
        x[slot] = (float) px;
        y[slot] = (float) py;
        z[slot] = (float) pz;
        qx[slot] = ox;
        qy[slot] = oy;
        qz[slot] = oz;
        qw[slot] = ow;
    }

    void write(StateWriter state, int count) {
        state.positions(x, y, z, 0, count);
        state.orientations(qx, qy, qz, qw, 0, count);
    }
}
