package io.github.freestep.physics.engine;

import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateWriter;
import java.util.Arrays;

/**
 * Writes the poses of attached bodies relative to their parents, because an engine has all poses in its world. For the
 * physics thread; allocates once, for the first attached body.
 */
final class RelativePoses {
    /** By slot: the parent to which the body's pose was last written; null before the first attached body. */
    private int[] parents;

    /** The slots whose entries in {@link #parents} are set. */
    private int[] slots;

    private int count;
    private final int capacity;

    RelativePoses(int capacity) {
        this.capacity = capacity;
    }

    /** Adds the bodies that have another parent than at the last write, or none. */
    void addReparented(Bodies bodies, SlotSet changed) {
        for (int i = 0; i < count; i++) {
            if (bodies.parent(slots[i]) != parents[slots[i]]) {
                changed.add(slots[i]);
            }
        }
        for (int i = 0; i < bodies.attachedCount(); i++) {
            int slot = bodies.attached(i);
            if (parents == null || parents[slot] != bodies.parent(slot)) {
                changed.add(slot);
            }
        }
    }

    /** Writes the attached bodies that have moved, or whose parents have, over their poses in the world. */
    void write(StateWriter state, Bodies bodies, PoseArrays poses, SlotSet changed) {
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

    /** Notes what was written. */
    void written(Bodies bodies) {
        clear();
        count = bodies.attachedCount();
        if (count > 0 && parents == null) {
            parents = new int[capacity];
            slots = new int[capacity];
            Arrays.fill(parents, State.NO_PARENT);
        }
        for (int i = 0; i < count; i++) {
            slots[i] = bodies.attached(i);
            parents[slots[i]] = bodies.parent(slots[i]);
        }
    }

    void clear() {
        for (int i = 0; i < count; i++) {
            parents[slots[i]] = State.NO_PARENT;
        }
        count = 0;
    }
}
