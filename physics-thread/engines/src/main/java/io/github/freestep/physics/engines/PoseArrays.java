package io.github.freestep.physics.engines;

import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.BitSet;

/**
 * Holds the newest pose of every body, and writes those that have changed since the last write. A body that rests is
 * not written again. For the physics thread; allocates nothing.
 */
final class PoseArrays {
    /**
     * From how many neighbors on that have all changed they are written as a range. For up to nine in ten slots, a list
     * is faster than a call for each run of slots.
     */
    private static final int RANGE = 64;

    /** Positions along each axis, as states hold them: rounded to floats, unless states hold doubles. */
    private final double[][] positions;

    private final boolean areFloats;
    private final float[] qx;
    private final float[] qy;
    private final float[] qz;
    private final float[] qw;

    /** The slots to write. They accumulate over the steps of a catch-up, in which no state is written. */
    private final BitSet changed;

    /** The changed slots in runs shorter than {@link #RANGE}, in order. */
    private final int[] listed;

    /** Holds all unchanged poses; null before the first write. */
    private StateWriter written;

    PoseArrays(StateLayout layout) {
        int capacity = layout.capacity();
        positions = new double[3][capacity];
        areFloats = !layout.hasDoublePositions();
        qx = new float[capacity];
        qy = new float[capacity];
        qz = new float[capacity];
        qw = new float[capacity];
        changed = new BitSet(capacity);
        listed = new int[capacity];
    }

    /** Sets a pose, and returns whether it differs from the last one by at least a bit. */
    boolean set(int slot, double px, double py, double pz, float ox, float oy, float oz, float ow) {
        boolean moved = put(0, slot, px) | put(1, slot, py) | put(2, slot, pz);
        moved |= put(qx, slot, ox) | put(qy, slot, oy) | put(qz, slot, oz) | put(qw, slot, ow);
        if (moved) {
            changed.set(slot);
        }
        return moved;
    }

    private boolean put(int axis, int slot, double exact) {
        double value = areFloats ? (float) exact : exact;
        double[] values = positions[axis];
        boolean differs = Double.doubleToRawLongBits(values[slot]) != Double.doubleToRawLongBits(value);
        values[slot] = value;
        return differs;
    }

    private static boolean put(float[] values, int slot, float value) {
        boolean differs = Float.floatToRawIntBits(values[slot]) != Float.floatToRawIntBits(value);
        values[slot] = value;
        return differs;
    }

    /** Marks a slot to be written even if its pose equals that of the slot's last body. */
    void spawned(int slot) {
        changed.set(slot);
    }

    /** Writes changed poses. Writes all slots below {@code count} if the last write was to another writer. */
    void write(StateWriter state, int count, Bodies bodies) {
        if (state != written) {
            changed.set(0, count);
        }
        // Even if a body was attached again to the same parent: what was written for it before does not count.
        for (int slot = bodies.nextReparented(0); slot >= 0; slot = bodies.nextReparented(slot + 1)) {
            changed.set(slot);
        }
        int others = 0;
        for (int from = changed.nextSetBit(0), to; from >= 0 && from < count; from = changed.nextSetBit(to)) {
            to = Math.min(count, changed.nextClearBit(from));
            // All of them are a range, because slots that were never in use have no pose that a list may have.
            if (to - from >= RANGE || to - from == count) {
                state.positions(positions[0], positions[1], positions[2], from, to);
                state.orientations(qx, qy, qz, qw, from, to);
            } else {
                for (int slot = from; slot < to; slot++) {
                    listed[others++] = slot;
                }
            }
        }
        state.poses(listed, others, positions[0], positions[1], positions[2], qx, qy, qz, qw);
        writeAttached(state, bodies);
        // Last, so that a write that throws is repeated in full.
        changed.clear();
        written = state;
    }

    /**
     * Writes the attached bodies that have moved, or whose parents have, relative to their parents, over their poses in
     * the world, because an engine has all poses in its world.
     */
    private void writeAttached(StateWriter state, Bodies bodies) {
        for (int i = 0; i < bodies.attachedCount(); i++) {
            int slot = bodies.attached(i);
            int parent = bodies.parent(slot);
            if (changed.get(slot) || changed.get(parent)) {
                writeRelative(state, slot, parent);
            }
        }
    }

    private void writeRelative(StateWriter state, int slot, int parent) {
        double x = positions[0][slot] - positions[0][parent];
        double y = positions[1][slot] - positions[1][parent];
        double z = positions[2][slot] - positions[2][parent];
        // The inverse of the parent's turn.
        double a = -qx[parent];
        double b = -qy[parent];
        double c = -qz[parent];
        double d = qw[parent];
        double tx = 2 * (b * z - c * y);
        double ty = 2 * (c * x - a * z);
        double tz = 2 * (a * y - b * x);
        state.position(slot, x + d * tx + b * tz - c * ty, y + d * ty + c * tx - a * tz, z + d * tz + a * ty - b * tx);
        double ux = qx[slot];
        double uy = qy[slot];
        double uz = qz[slot];
        double uw = qw[slot];
        state.orientation(
                slot,
                (float) (d * ux + a * uw + b * uz - c * uy),
                (float) (d * uy - a * uz + b * uw + c * ux),
                (float) (d * uz + a * uy - b * ux + c * uw),
                (float) (d * uw - a * ux - b * uy - c * uz));
    }

    /** Forgets what was written. For a world that is closed. */
    void clear() {
        changed.clear();
        written = null;
    }
}
