package io.github.freestep.physics.engines;

import io.github.freestep.internal.Ranges;
import io.github.freestep.state.State;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** Maps bodies to slots and slots to bodies. For the physics thread; looking up allocates nothing. */
final class Slots<B> {
    private final Map<Object, Integer> numbers = new HashMap<>();
    private final B[] bodies;
    private final int[] free;
    int freeCount;

    /** The number of slots that ever had a body. They are the slots from 0 on. */
    int count;

    /**
     * The slot of the next body while a world is restored, otherwise none. Once it was set, the free slots are unknown
     * until {@link #readFree}.
     */
    int chosen = State.NO_SLOT;

    @SuppressWarnings("unchecked") // The array does not leave this class.
    Slots(int capacity) {
        bodies = (B[]) new Object[capacity];
        free = new int[capacity];
    }

    /**
     * Returns the slot for the next body: the slot that was freed last, if any, so that slots in use stay
     * close together.
     */
    int next(B body) {
        int taken = of(body);
        if (taken != State.NO_SLOT) {
            throw new IllegalStateException("this body is in slot " + taken + " already; remove it first");
        }
        if (chosen != State.NO_SLOT) {
            if (has(chosen)) {
                throw new IllegalStateException("slot " + chosen + " has a body already; restoreBody must add the body"
                        + " of that slot and no other, or remove the one that build has added");
            }
            return chosen;
        }
        int slot = freeCount > 0 ? free[freeCount - 1] : count;
        if (slot == bodies.length) {
            throw new IllegalStateException(
                    "all " + slot + " slots have a body; remove one, or declare a larger capacity with StateLayout.of");
        }
        return slot;
    }

    void put(int next, B body) {
        if (chosen != State.NO_SLOT) {
            count = Math.max(count, next + 1);
        } else if (next == count) {
            count++;
        } else {
            freeCount--;
        }
        numbers.put(body, next);
        bodies[next] = body;
    }

    void remove(int slot) {
        numbers.remove(bodies[slot]);
        bodies[slot] = null;
        if (chosen == State.NO_SLOT) {
            free[freeCount++] = slot;
        }
    }

    /** Writes the free slots, so that later bodies get the same slots as in the saved run. */
    void writeFree(DataOutput out) throws IOException {
        for (int i = 0; i < freeCount; i++) {
            out.writeInt(free[i]);
        }
    }

    /** Reads the free slots of a world that has {@code newCount} slots, and whose bodies have been restored. */
    void readFree(int newCount, DataInput in) throws IOException {
        count = newCount;
        freeCount = 0;
        BitSet seen = new BitSet();
        for (int living = numbers.size(); freeCount < newCount - living; freeCount++) {
            int slot = in.readInt();
            if (slot < 0 || slot >= newCount || has(slot) || seen.get(slot)) {
                throw new IOException("the saved world is damaged: slot " + slot + " cannot be free; use another copy");
            }
            seen.set(slot);
            free[freeCount] = slot;
        }
    }

    boolean has(int slot) {
        return bodies[slot] != null;
    }

    /** Frees all slots. The next body gets slot 0, as in a new world. */
    void clear() {
        numbers.clear();
        Arrays.fill(bodies, null);
        count = 0;
        freeCount = 0;
        chosen = State.NO_SLOT;
    }

    B body(int slot) {
        return bodies[Ranges.require(0, bodies.length - 1, slot, "slot", "")];
    }

    B require(int slot) {
        if (slot < 0 || slot >= count || bodies[slot] == null) {
            throw new IllegalStateException("slot " + slot + " has no body");
        }
        return bodies[slot];
    }

    B requireRemovable(int slot) {
        if (chosen != State.NO_SLOT && slot != chosen) {
            throw new IllegalStateException("slot " + slot + " must not be removed in restoreBody of slot " + chosen
                    + "; restoreBody must remove and add the body of its own slot only");
        }
        return require(slot);
    }

    int of(Object body) {
        Integer slot = numbers.get(body);
        return slot == null ? State.NO_SLOT : slot;
    }

    /** Refuses numbers that are neither a slot nor {@link io.github.freestep.state.State#NO_SLOT}. */
    static void requireOrNone(int slot, int capacity) {
        if (slot < State.NO_SLOT || slot >= capacity) {
            throw new IllegalArgumentException(
                    "slot must be between -1 and " + (capacity - 1) + ", was " + slot + "; -1 is a body without one");
        }
    }
}
