package io.github.freestep.state;

import java.util.Arrays;

/** Poses in arrays, which tests write as a list, with positions in floats or in doubles. */
final class Poses {
    /** Three coordinates, and the four parts of quaternions. */
    final float[][] values;

    private final boolean inDoubles;

    Poses(int bodies, boolean inDoubles) {
        values = new float[7][bodies];
        Arrays.fill(values[6], 1);
        this.inDoubles = inDoubles;
    }

    void write(StateWriter writer, int... slots) {
        float[][] v = values;
        if (inDoubles) {
            writer.poses(slots, slots.length, doubles(v[0]), doubles(v[1]), doubles(v[2]), v[3], v[4], v[5], v[6]);
        } else {
            writer.poses(slots, slots.length, v[0], v[1], v[2], v[3], v[4], v[5], v[6]);
        }
    }

    private static double[] doubles(float[] from) {
        double[] result = new double[from.length];
        Arrays.setAll(result, i -> from[i]);
        return result;
    }
}
