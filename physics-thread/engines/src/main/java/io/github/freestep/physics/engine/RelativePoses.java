package io.github.freestep.physics.engine;

import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateWriter;

/** Writes the poses of attached bodies relative to their parents, because an engine has all poses in its world. */
final class RelativePoses {
    private RelativePoses() {}

    /**
     * Adds the bodies that were attached or detached since the last state, even if they have the same parents again.
     * What was written for them before does not count.
     */
    static void addReparented(Bodies bodies, SlotSet changed) {
        for (int slot = bodies.nextReparented(0); slot >= 0; slot = bodies.nextReparented(slot + 1)) {
            changed.add(slot);
        }
    }

    /** Writes the attached bodies that have moved, or whose parents have, over their poses in the world. */
    static void write(StateWriter state, Bodies bodies, PoseArrays poses, SlotSet changed) {
        for (int i = 0; i < bodies.attachedCount(); i++) {
            int slot = bodies.attached(i);
            int parent = bodies.parent(slot);
            if (changed.has(slot) || changed.has(parent)) {
                write(state, poses, slot, parent);
            }
        }
    }

    private static void write(StateWriter state, PoseArrays poses, int slot, int parent) {
        double x = poses.x(slot) - poses.x(parent);
        double y = poses.y(slot) - poses.y(parent);
        double z = poses.z(slot) - poses.z(parent);
        // The inverse of the parent's turn.
        double a = -poses.qx[parent];
        double b = -poses.qy[parent];
        double c = -poses.qz[parent];
        double d = poses.qw[parent];
        double tx = 2 * (b * z - c * y);
        double ty = 2 * (c * x - a * z);
        double tz = 2 * (a * y - b * x);
        state.position(slot, x + d * tx + b * tz - c * ty, y + d * ty + c * tx - a * tz, z + d * tz + a * ty - b * tx);
        double qx = poses.qx[slot];
        double qy = poses.qy[slot];
        double qz = poses.qz[slot];
        double qw = poses.qw[slot];
        state.orientation(
                slot,
                (float) (d * qx + a * qw + b * qz - c * qy),
                (float) (d * qy - a * qz + b * qw + c * qx),
                (float) (d * qz + a * qy - b * qx + c * qw),
                (float) (d * qw - a * qx - b * qy - c * qz));
    }
}
