package io.github.freestep.net.body;

import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.Epochs;

/**
 * Packs the parent of an attached body into an int: the parent's slot and the lower bits of the parent's life. A
 * receiver that lacks the newest values of the parent can check whether it has the right body. Stateless, so safe for
 * any thread; never allocates.
 */
public final class Bond {
    /** The bond of a body that is not attached. */
    public static final int NONE = 0;

    private static final int SLOT_BITS = Integer.SIZE - Integer.numberOfLeadingZeros(StateLayout.MAX_CAPACITY);
    private static final int SLOT = (1 << SLOT_BITS) - 1;

    private Bond() {}

    /** Returns the bond to a parent, by its slot and its epoch. */
    public static int of(int parent, int epoch) {
        return parent + 1 | Epochs.life(epoch) << SLOT_BITS;
    }

    /** The slot of the parent; -1 if there is none. */
    public static int parent(int bond) {
        return (bond & SLOT) - 1;
    }

    /** Returns whether an epoch of the parent's slot belongs to a live body, and that body is the parent. */
    public static boolean isTo(int bond, int epoch) {
        return Epochs.isAlive(epoch) && bond >>> SLOT_BITS == Epochs.life(epoch) << SLOT_BITS >>> SLOT_BITS;
    }
}
