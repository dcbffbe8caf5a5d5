package io.github.freestep.physics.engine;

import io.github.freestep.state.StateWriter;

/**
 * Holds the newest pose of every body, and writes those that have changed since the last write. A body that rests is
 * not written again. For the physics thread; allocates nothing.
 */
final class PoseArrays {
    private final float[] x;
    private final float[] y;
    private final float[] z;
    private final float[] qx;
    private final float[] qy;
    private final float[] qz;
    private final float[] qw;

    /** The slots to write. They accumulate over the steps of a catch-up, in which no state is written. */
    private final SlotSet changed;

    /** Holds all unchanged poses; null before the first write. */
    private StateWriter written;

    PoseArrays(int capacity) {
        x = new float[capacity];
        y = new float[capacity];
        z = new float[capacity];
        qx = new float[capacity];
        qy = new float[capacity];
        qz = new float[capacity];
        qw = new float[capacity];
        changed = new SlotSet(capacity);
    }

    /** Sets a pose, and returns whether it differs from the last one by at least a bit. */
    boolean set(int slot, double px, double py, double pz, float ox, float oy, float oz, float ow) {
        float fx = (float) px;
        float fy = (float) py;
        float fz = (float) pz;
        if (same(x[slot], fx)
                && same(y[slot], fy)
                && same(z[slot], fz)
                && same(qx[slot], ox)
                && same(qy[slot], oy)
                && same(qz[slot], oz)
                && same(qw[slot], ow)) {
            return false;
        }
        x[slot] = fx;
        y[slot] = fy;
        z[slot] = fz;
        qx[slot] = ox;
        qy[slot] = oy;
        qz[slot] = oz;
        qw[slot] = ow;
        changed.add(slot);
        return true;
    }

    private static boolean same(float a, float b) {
        return Float.floatToRawIntBits(a) == Float.floatToRawIntBits(b);
    }

    /** Marks a slot to be written even if its pose equals that of the slot's last body. */
    void spawned(int slot) {
        changed.add(slot);
    }

    /** Writes changed poses. Writes all slots below {@code count} if the last write was to another writer. */
    void write(StateWriter state, int count) {
        if (state != written) {
            changed.addBelow(count);
        }
        for (int from = 0, to; from < count; from = to) {
            to = changed.endOfFullWords(from, count);
            if (to > from) {
                state.positions(x, y, z, from, to);
                state.orientations(qx, qy, qz, qw, from, to);
            } else {
                to = Math.min(count, from + SlotSet.WORD);
                writeEach(state, from);
            }
        }
        // Last, so that a write that throws is repeated in full.
        changed.clear();
        written = state;
    }

    /**
     * Writes the changed slots of a word. For up to nine in ten slots, this is faster than a call for each run of
     * slots.
     */
    private void writeEach(StateWriter state, int base) {
        for (long bits = changed.words[base / SlotSet.WORD]; bits != 0; bits &= bits - 1) {
            int slot = base + Long.numberOfTrailingZeros(bits);
            state.position(slot, x[slot], y[slot], z[slot]);
            state.orientation(slot, qx[slot], qy[slot], qz[slot], qw[slot]);
        }
    }

    /** Forgets what was written. For a world that is closed. */
    void clear() {
        changed.clear();
        written = null;
    }
}
