package io.github.freestep.state.content;

/**
 * Writes the poses of listed slots into a state that holds floats, and stops before a body that needs a closer look.
 * For the publishing thread; allocates nothing.
 *
 * <p>One loop takes a fifth less of a tick than two calls for each body. With its few instructions for a body, the
 * processor fetches the cache lines of several bodies at once.
 *
 * <p>Rejected: a loop for each array. It takes as long as the two calls for each body, because it reads the list and
 * the quaternions several times. Also rejected: to read the lines of the next bodies ahead, which gains nothing.
 */
public final class ListedPoses {
    // Set by begin().
    @SuppressWarnings("NullAway.Init")
    private float[][] previous;

    @SuppressWarnings("NullAway.Init")
    private PoseList before;

    @SuppressWarnings("NullAway.Init")
    private float[][] into;

    @SuppressWarnings("NullAway.Init")
    private PoseList list;

    /** The index in the list of the state before from which on the next slot may be. */
    private int at;

    private int listedBefore;

    /** How many bodies to list. */
    private int room;

    /**
     * Begins to write a state, with the signs that align it with the state before.
     *
     * @param newPrevious the values of the state before
     * @param newBefore the poses that it lists
     * @param newInto the values of the state to write
     * @param newList receives the poses that are written, as far as it has room
     * @param count the number of bodies
     */
    public void begin(float[][] newPrevious, PoseList newBefore, float[][] newInto, PoseList newList, int count) {
        previous = newPrevious;
        before = newBefore;
        into = newInto;
        list = newList;
        listedBefore = before.count();
        // Where the list would have less than half of the bodies, it costs more than it saves.
        room = count > 2 * list.slots.length ? 0 : Math.min(count, list.slots.length);
    }

    /**
     * Writes poses.
     *
     * @return the index of the first slot that was not written, because a value is NaN or very large, or the
     *     quaternion is not of length one; {@code end} if there is none
     */
    public int write(
            float[] x,
            float[] y,
            float[] z,
            float[] qx,
            float[] qy,
            float[] qz,
            float[] qw,
            int[] slots,
            int start,
            int end) {
        at = 0;
        for (int i = start; i < end; i++) {
            int slot = slots[i];
            if (!write(i, slot, x[slot], y[slot], z[slot], qx[slot], qy[slot], qz[slot], qw[slot])) {
                return i;
            }
        }
        return end;
    }

    /**
     * Does the same with positions that it rounds.
     *
     * @return the index of the first slot that was not written, because a value is NaN or very large, or the
     *     quaternion is not of length one; {@code end} if there is none
     */
    public int write(
            double[] x,
            double[] y,
            double[] z,
            float[] qx,
            float[] qy,
            float[] qz,
            float[] qw,
            int[] slots,
            int start,
            int end) {
        at = 0;
        for (int i = start; i < end; i++) {
            int slot = slots[i];
            float px = (float) x[slot];
            float py = (float) y[slot];
            float pz = (float) z[slot];
            if (!write(i, slot, px, py, pz, qx[slot], qy[slot], qz[slot], qw[slot])) {
                return i;
            }
        }
        return end;
    }

    private boolean write(int i, int slot, float x, float y, float z, float a, float b, float c, float d) {
        if (!(UnitCheck.isUnit(a, b, c, d) & (x + y + z) * 0 == 0)) {
            return false;
        }
        float sign = product(slot, a, b, c, d) < 0 ? -1 : 1;
        write(into, slot, x, y, z, sign * a, sign * b, sign * c, sign * d);
        if (i < room) {
            list.slots[i] = slot;
            write(list.poses, i, x, y, z, sign * a, sign * b, sign * c, sign * d);
        }
        return true;
    }

    private static void write(
            float[][] values, int index, float x, float y, float z, float a, float b, float c, float d) {
        values[0][index] = x;
        values[1][index] = y;
        values[2][index] = z;
        values[3][index] = a;
        values[4][index] = b;
        values[5][index] = c;
        values[6][index] = d;
    }

    /** The product with the orientation in the state before, which usually has the body in its list as well. */
    private float product(int slot, float a, float b, float c, float d) {
        while (at < listedBefore && before.slots[at] < slot) {
            at++;
        }
        return at < listedBefore && before.slots[at] == slot
                ? product(before.poses, at, a, b, c, d)
                : product(previous, slot, a, b, c, d);
    }

    private static float product(float[][] values, int index, float a, float b, float c, float d) {
        return values[3][index] * a + values[4][index] * b + values[5][index] * c + values[6][index] * d;
    }

    /** How many bodies the state lists after a call of {@code write}; none if not all slots are in order. */
    public int listed(int[] slots, int start, int end, int count) {
        boolean areInOrder = start == 0 && end == count;
        for (int i = 1; areInOrder && i < count; i++) {
            areInOrder = slots[i] > slots[i - 1];
        }
        return areInOrder ? room : 0;
    }
}
