package io.github.freestep.physics.recording;

import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import java.util.Arrays;

/**
 * Attaches the bodies of a player as those of a snapshot are. For one thread; allocates for the first attached body.
 */
final class ShownAttachments {
    private final int capacity;

    /** By slot: the parent in the next snapshot; null before the first attached body. */
    private int[] parents;

    /** The slots whose entries in {@link #parents} are set. */
    private int[] slots;

    private int count;

    ShownAttachments(int capacity) {
        this.capacity = capacity;
    }

    /** Sets the next snapshot. */
    void look(StateSnapshot to) {
        for (int i = 0; i < count; i++) {
            parents[slots[i]] = State.NO_PARENT;
        }
        count = to.attachedCount();
        if (count > 0 && parents == null) {
            parents = new int[capacity];
            slots = new int[capacity];
            Arrays.fill(parents, State.NO_PARENT);
        }
        for (int i = 0; i < count; i++) {
            slots[i] = to.attached(i);
            parents[slots[i]] = to.parent(i);
        }
    }

    /** Whether a body has this parent in the next snapshot. */
    boolean has(int slot, int parent) {
        return count > 0 && parents[slot] == parent;
    }

    /** Call after bodies were removed and spawned. */
    void attach(Bodies bodies, StateSnapshot to) {
        for (int i = 0; i < to.attachedCount(); i++) {
            if (bodies.parent(to.attached(i)) != to.parent(i)) {
                bodies.attach(to.attached(i), to.parent(i));
            }
        }
    }
}
