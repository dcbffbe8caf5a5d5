package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.Jolt;
import io.github.freestep.state.State;
import java.util.Arrays;

/**
 * The slots of bodies by Jolt's numbers of them, which Jolt passes to its callbacks. Any thread may read it during a
 * step; the physics thread changes it between steps. Allocates nothing.
 */
final class BodySlots {
    /** For each index: the body that had it last, and its slot, or none if it was removed. */
    private final int[] ids;

    private final int[] slots;

    BodySlots(int bodies) {
        ids = new int[bodies];
        slots = new int[bodies];
        clear();
    }

    /** Returns the slot of a body, or none. */
    int of(int id) {
        int index = BodyIds.index(id);
        return index < ids.length && ids[index] == id ? slots[index] : State.NO_SLOT;
    }

    void put(int id, int slot) {
        ids[BodyIds.index(id)] = id;
        slots[BodyIds.index(id)] = slot;
    }

    void remove(int id) {
        slots[BodyIds.index(id)] = State.NO_SLOT;
    }

    void clear() {
        Arrays.fill(ids, Jolt.cInvalidBodyId);
    }
}
