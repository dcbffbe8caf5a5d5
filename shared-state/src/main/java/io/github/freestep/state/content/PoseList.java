package io.github.freestep.state.content;

import java.util.Arrays;

/**
 * The poses of bodies that were written to a state as a list, once more and side by side. A reader of a few of many
 * bodies by their slots fetches a cache line for each component of each body from the core of the writing thread. Here,
 * a line holds a component of sixteen bodies. Only the writing thread changes the list.
 */
public final class PoseList {
    /** A list without room, which all states share that have no list of their own. */
    public static final PoseList NONE = new PoseList(0);

    private static final int COMPONENTS = 7;

    /** One in this many bodies has room. If more have moved, readers use the arrays by slot for the others. */
    private static final int SHARE = 64;

    /** The fewest bodies for which a list is worth its memory. */
    private static final int FEWEST = 128;

    /** The slots of the bodies, in ascending order. */
    public final int[] slots;

    /** The components, in the order of {@link StateInside#values}. */
    public final float[][] poses;

    private int count;

    private PoseList(int room) {
        slots = new int[room];
        poses = new float[COMPONENTS][room];
    }

    /** Makes an empty list for a state with room for this many bodies. */
    public static PoseList of(int capacity) {
        return capacity < FEWEST ? NONE : new PoseList(capacity / SHARE);
    }

    /** The number of bodies in the list. */
    public int count() {
        return count;
    }

    /** For the publisher: sets the number of bodies, which is 0 if the arrays by slot may hold something else. */
    public void count(int bodies) {
        if (count != bodies) {
            count = bodies;
        }
    }

    /**
     * Finds where bodies are in the list.
     *
     * @param of the slots of the bodies, in ascending order
     * @param places receives the index of each body in this list, or the complement of its slot if it is not listed
     */
    public void find(int[] of, int from, int length, int[] places) {
        int at = Arrays.binarySearch(slots, 0, count, of[from]);
        at = at < 0 ? ~at : at;
        for (int i = 0; i < length; i++) {
            int slot = of[from + i];
            while (at < count && slots[at] < slot) {
                at++;
            }
            places[i] = at < count && slots[at] == slot ? at : ~slot;
        }
    }
}
