package io.github.freestep.testing;

import io.github.freestep.state.State;

/** Reads the pose of a body as seven values: those of its position, and then those of its orientation. */
public final class Poses {
    private Poses() {}

    public static double[] of(State state, int slot) {
        return new double[] {
            state.x(slot),
            state.y(slot),
            state.z(slot),
            state.qx()[slot],
            state.qy()[slot],
            state.qz()[slot],
            state.qw()[slot]
        };
    }
}
