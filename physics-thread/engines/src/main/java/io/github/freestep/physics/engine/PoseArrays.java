package io.github.freestep.physics.engine;

import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;

/**
 * Holds the newest pose of every body, and writes those that have changed since the last write. A body that rests is
 * not written again. For the physics thread; allocates nothing.
 */
final class PoseArrays {
    /** Positions, as states hold them: in floats or in doubles. The others are null. */
    private final float[][] floats;

    private final double[][] doubles;

    final float[] qx;
    final float[] qy;
    final float[] qz;
    final float[] qw;

    /** The slots to write. They accumulate over the steps of a catch-up, in which no state is written. */
    private final SlotSet changed;

    /** Holds all unchanged poses; null before the first write. */
    private StateWriter written;

    PoseArrays(StateLayout layout) {
        int capacity = layout.capacity();
        doubles = layout.hasDoublePositions() ? new double[3][capacity] : null;
        floats = doubles == null ? new float[3][capacity] : null;
        qx = new float[capacity];
        qy = new float[capacity];
        qz = new float[capacity];
        qw = new float[capacity];
        changed = new SlotSet(capacity);
    }

    /** Sets a pose, and returns whether it differs from the last one by at least a bit. */
    boolean set(int slot, double px, double py, double pz, float ox, float oy, float oz, float ow) {
        boolean moved = doubles == null
                ? put(floats[0], slot, (float) px) | put(floats[1], slot, (float) py) | put(floats[2], slot, (float) pz)
                : put(doubles[0], slot, px) | put(doubles[1], slot, py) | put(doubles[2], slot, pz);
        if (!moved && same(qx[slot], ox) && same(qy[slot], oy) && same(qz[slot], oz) && same(qw[slot], ow)) {
            return false;
        }
        qx[slot] = ox;
        qy[slot] = oy;
        qz[slot] = oz;
        qw[slot] = ow;
        changed.add(slot);
        return true;
    }

    private static boolean put(float[] values, int slot, float value) {
        boolean differs = !same(values[slot], value);
        values[slot] = value;
        return differs;
    }

    private static boolean put(double[] values, int slot, double value) {
        boolean differs = Double.doubleToRawLongBits(values[slot]) != Double.doubleToRawLongBits(value);
        values[slot] = value;
        return differs;
    }

    private static boolean same(float a, float b) {
        return Float.floatToRawIntBits(a) == Float.floatToRawIntBits(b);
    }

    /** Marks a slot to be written even if its pose equals that of the slot's last body. */
    void spawned(int slot) {
        changed.add(slot);
    }

    double x(int slot) {
        return doubles == null ? floats[0][slot] : doubles[0][slot];
    }

    double y(int slot) {
        return doubles == null ? floats[1][slot] : doubles[1][slot];
    }

    double z(int slot) {
        return doubles == null ? floats[2][slot] : doubles[2][slot];
    }

    /** Writes changed poses. Writes all slots below {@code count} if the last write was to another writer. */
    void write(StateWriter state, int count, Bodies bodies) {
        if (state != written) {
            changed.addBelow(count);
        }
        RelativePoses.addReparented(bodies, changed);
        for (int from = 0, to; from < count; from = to) {
            to = changed.endOfFullWords(from, count);
            if (to > from) {
                writePositions(state, from, to);
                state.orientations(qx, qy, qz, qw, from, to);
            } else {
                to = Math.min(count, from + SlotSet.WORD);
                writeEach(state, from);
            }
        }
        RelativePoses.write(state, bodies, this, changed);
        // Last, so that a write that throws is repeated in full.
        changed.clear();
        written = state;
    }

    private void writePositions(StateWriter state, int from, int to) {
        if (doubles == null) {
            state.positions(floats[0], floats[1], floats[2], from, to);
        } else {
            state.positions(doubles[0], doubles[1], doubles[2], from, to);
        }
    }

    /**
     * Writes the changed slots of a word. For up to nine in ten slots, this is faster than a call for each run of
     * slots.
     */
    private void writeEach(StateWriter state, int base) {
        for (long bits = changed.words[base / SlotSet.WORD]; bits != 0; bits &= bits - 1) {
            int slot = base + Long.numberOfTrailingZeros(bits);
            state.position(slot, x(slot), y(slot), z(slot));
            state.orientation(slot, qx[slot], qy[slot], qz[slot], qw[slot]);
        }
    }

    /** Forgets what was written. For a world that is closed. */
    void clear() {
        changed.clear();
        written = null;
    }
}
