package io.github.freestep.net.wire;

import io.github.freestep.internal.Blocks;
import io.github.freestep.internal.StateInside;
import io.github.freestep.state.State;

/**
 * The poses of attached bodies in the world. States have them relative to their parents, and datagrams have no parents:
 * a piece must be of use without the piece that has the parent. For one thread; allocates once, for the first attached
 * body.
 */
final class WorldPoses {
    private static final int POSE = 7;

    private final int capacity;

    /** Position and orientation of each slot; null before the first attached body. */
    private float[] poses;

    /** By slot and by block: the number of the last state in which it was attached, or had an attached body. */
    private long[] slots;

    private long[] blocks;

    /** The number of the state. Not zero, which stands for no state. */
    private long number = 1;

    private State state;

    WorldPoses(int capacity) {
        this.capacity = capacity;
    }

    /** Sets the state, and composes the poses of its attached bodies. */
    void open(State newState) {
        state = newState;
        number++;
        int count = StateInside.attachedCount(state);
        if (count > 0 && poses == null) {
            poses = new float[capacity * POSE];
            slots = new long[capacity];
            blocks = new long[Blocks.of(capacity)];
        }
        // Parents come before their children.
        for (int i = 0; i < count; i++) {
            compose(StateInside.attached(state, i));
        }
    }

    /** Whether a block may have changed although its version has not: a parent moves, or a body was detached. */
    boolean mayChange(int block) {
        return blocks != null && number - blocks[block] <= 1;
    }

    float x(int slot) {
        return isAttached(slot) ? poses[slot * POSE] : state.x()[slot];
    }

    float y(int slot) {
        return isAttached(slot) ? poses[slot * POSE + 1] : state.y()[slot];
    }

    float z(int slot) {
        return isAttached(slot) ? poses[slot * POSE + 2] : state.z()[slot];
    }

    float qx(int slot) {
        return isAttached(slot) ? poses[slot * POSE + 3] : state.qx()[slot];
    }

    float qy(int slot) {
        return isAttached(slot) ? poses[slot * POSE + 4] : state.qy()[slot];
    }

    float qz(int slot) {
        return isAttached(slot) ? poses[slot * POSE + 5] : state.qz()[slot];
    }

    float qw(int slot) {
        return isAttached(slot) ? poses[slot * POSE + 6] : state.qw()[slot];
    }

    private boolean isAttached(int slot) {
        return slots != null && slots[slot] == number;
    }

    private void compose(int slot) {
        int parent = state.parent(slot);
        double px = qx(parent);
        double py = qy(parent);
        double pz = qz(parent);
        double pw = qw(parent);
        double x = state.x()[slot];
        double y = state.y()[slot];
        double z = state.z()[slot];
        // v + 2 w (p x v) + 2 p x (p x v), for the parent's orientation (p, w)
        double tx = 2 * (py * z - pz * y);
        double ty = 2 * (pz * x - px * z);
        double tz = 2 * (px * y - py * x);
        int at = slot * POSE;
        poses[at] = (float) (x(parent) + x + pw * tx + py * tz - pz * ty);
        poses[at + 1] = (float) (y(parent) + y + pw * ty + pz * tx - px * tz);
        poses[at + 2] = (float) (z(parent) + z + pw * tz + px * ty - py * tx);
        double qx = state.qx()[slot];
        double qy = state.qy()[slot];
        double qz = state.qz()[slot];
        double qw = state.qw()[slot];
        poses[at + 3] = (float) (pw * qx + px * qw + py * qz - pz * qy);
        poses[at + 4] = (float) (pw * qy - px * qz + py * qw + pz * qx);
        poses[at + 5] = (float) (pw * qz + px * qy - py * qx + pz * qw);
        poses[at + 6] = (float) (pw * qw - px * qx - py * qy - pz * qz);
        slots[slot] = number;
        blocks[slot / Blocks.SIZE] = number;
    }
}
