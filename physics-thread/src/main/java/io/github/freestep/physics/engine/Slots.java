package io.github.freestep.physics.engine;

import io.github.freestep.physics.PhysicsException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Maps bodies to slots and slots to bodies. For the physics thread; looking up allocates nothing. */
final class Slots<B> {
    private final Map<Object, Integer> numbers = new HashMap<>();
    private final B[] bodies;
    private final int[] free;
    private int freeCount;
    private int count;

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
        if (taken != PhysicsException.NO_SLOT) {
            throw new IllegalStateException("this body is in slot " + taken + " already; remove it first");
        }
        int slot = freeCount > 0 ? free[freeCount - 1] : count;
        if (slot == bodies.length) {
            throw new IllegalStateException(
                    "all " + slot + " slots have a body; remove one, or declare a larger capacity with StateLayout.of");
        }
        return slot;
    }

    void put(int next, B body) {
        if (next == count) {
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
        free[freeCount++] = slot;
    }

    /** Frees all slots. The next body gets slot 0, as in a new world. */
    void clear() {
        numbers.clear();
        Arrays.fill(bodies, null);
        count = 0;
        freeCount = 0;
    }

    B body(int slot) {
        if (slot < 0 || slot >= bodies.length) {
            throw new IllegalArgumentException("slot must be between 0 and " + (bodies.length - 1) + ", was " + slot);
        }
        return bodies[slot];
    }

    B require(int slot) {
        if (slot < 0 || slot >= count || bodies[slot] == null) {
            throw new IllegalStateException("slot " + slot + " has no body");
        }
        return bodies[slot];
    }

    int of(Object body) {
        Integer slot = numbers.get(body);
        return slot == null ? PhysicsException.NO_SLOT : slot;
    }

    /** Returns the number of slots that ever had a body. They are the slots from 0 on. */
    int count() {
        return count;
    }
}
