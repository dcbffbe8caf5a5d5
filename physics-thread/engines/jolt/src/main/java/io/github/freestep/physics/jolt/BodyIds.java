package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.Jolt;
import io.github.freestep.state.State;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Which slots the bodies of a system have, and which numbers Jolt will give to the next ones. Jolt solves contacts in
 * an order that depends on the numbers of their bodies. So a restored world computes the same bits only if its bodies,
 * and later ones, get the same numbers.
 *
 * <p>A number consists of an index and of a count of the index's uses, modulo 256. A new body gets the index that was
 * freed last. Jolt reports neither which indices are free nor their order. So this class records which bodies the world
 * destroys. The physics thread changes it between steps; any thread may look up slots during a step. Allocates nothing.
 */
final class BodyIds {
    private static final int USES_SHIFT = 23;
    private static final int USES_MASK = 0xFF;
    private static final int INDEX_MASK = (1 << USES_SHIFT) - 1;

    /** For each index: the number of the body that had it last. */
    private final int[] last;

    /** For each index: the slot of its body, or none. */
    private final int[] slots;

    /** For each slot: the number of its body, or none. Memory of a body that Jolt has destroyed must not be read. */
    private final int[] bySlot;

    private int withSlot;

    /** For each index: the value of {@link #frees} after it was freed last; 0 while a body has it. */
    private final long[] freed;

    private long frees;

    /** The number of indices that were ever used. */
    private int size;

    /**
     * The free indices, the one that was freed first in front: {@link #freed} in the high bits, the index in the low
     * ones.
     */
    private final long[] order;

    private final BitSet known;

    BodyIds(int bodies, int capacity) {
        last = new int[bodies];
        bySlot = new int[capacity];
        Arrays.fill(bySlot, Jolt.cInvalidBodyId);
        slots = new int[bodies];
        freed = new long[bodies];
        order = new long[bodies];
        known = new BitSet(bodies);
    }

    /** Returns how many bodies the system has room for. */
    int room() {
        return last.length;
    }

    static int index(int id) {
        return id & INDEX_MASK;
    }

    static int uses(int id) {
        return id >>> USES_SHIFT & USES_MASK;
    }

    static int id(int index, int uses) {
        return (uses & USES_MASK) << USES_SHIFT | index;
    }

    /** Returns the number that the body before at the same index had. */
    static int before(int id) {
        return id(index(id), uses(id) - 1);
    }

    /** Returns the slot of a body, or none. */
    int slot(int id) {
        int index = index(id);
        return index < size && last[index] == id ? slots[index] : State.NO_SLOT;
    }

    /** Returns the number of the body of a slot, or none. */
    int of(int slot) {
        return bySlot[slot];
    }

    /** Forgets the body of a slot without freeing its number, which another body may have. */
    void forget(int slot) {
        bySlot[slot] = Jolt.cInvalidBodyId;
        withSlot--;
    }

    int countWithSlot() {
        return withSlot;
    }

    /** Notes a body that exists. */
    void put(int id, int slot) {
        int index = index(id);
        for (; size <= index; size++) {
            // Bodies without a slot, until they are noticed.
            last[size] = id(size, 1);
            slots[size] = State.NO_SLOT;
            freed[size] = 0;
        }
        last[index] = id;
        slots[index] = slot;
        freed[index] = 0;
        if (slot != State.NO_SLOT) {
            withSlot += bySlot[slot] == Jolt.cInvalidBodyId ? 1 : 0;
            bySlot[slot] = id;
        }
    }

    void destroyed(int id) {
        int slot = slot(id);
        if (slot != State.NO_SLOT && bySlot[slot] == id) {
            forget(slot);
        }
        put(id, State.NO_SLOT);
        freed[index(id)] = ++frees;
    }

    void clear() {
        size = 0;
        frees = 0;
        withSlot = 0;
        Arrays.fill(bySlot, Jolt.cInvalidBodyId);
    }

    /** Notes the bodies that have no slot, which the scene has created and destroyed by Jolt's own API. */
    void notice(int[] living, int count) {
        known.clear();
        for (int i = 0; i < count; i++) {
            put(living[i], slot(living[i]));
            known.set(index(living[i]));
        }
        for (int index = known.nextClearBit(0); index < size; index = known.nextClearBit(index + 1)) {
            if (freed[index] == 0) {
                destroyed(last[index]);
            }
        }
    }

    /** Lists the free indices in the order in which they were freed, and returns how many there are. */
    private int listFree() {
        int count = 0;
        for (int index = 0; index < size; index++) {
            if (freed[index] != 0) {
                order[count++] = freed[index] << USES_SHIFT | index;
            }
        }
        Arrays.sort(order, 0, count);
        return count;
    }

    private int free(int i) {
        return (int) order[i] & INDEX_MASK;
    }

    /** Writes all numbers, but not the indices that no body has used since a restore. */
    void write(DataOutput out) throws IOException {
        int count = listFree();
        int unused = 0;
        while (unused < count && free(unused) == size - 1 - unused && uses(last[free(unused)]) == 0) {
            unused++;
        }
        out.writeInt(size - unused);
        for (int index = 0; index < size - unused; index++) {
            out.writeByte(uses(last[index]));
        }
        out.writeInt(count - unused);
        for (int i = unused; i < count; i++) {
            out.writeInt(free(i));
        }
    }

    /** Reads what {@link #write} has written, and refuses free indices that no world can have. */
    void read(DataInput in) throws IOException {
        clear();
        int most = in.readInt();
        if (most < 0 || most > room()) {
            throw new IOException("the saved world needs room for " + most + " bodies, and this one has room for "
                    + room() + "; restore it into a world with the same limits");
        }
        for (int index = 0; index < most; index++) {
            put(id(index, in.readUnsignedByte()), State.NO_SLOT);
        }
        for (int left = in.readInt(); left != 0; left--) {
            int index = in.readInt();
            if (index < 0 || index >= size || freed[index] != 0) {
                throw new IOException("the saved world is damaged: it has the free number " + index + " of " + size
                        + "; use another copy");
            }
            destroyed(last[index]);
        }
    }

    /** Lists the living bodies by their indices, and returns how many there are. */
    int living(int[] into) {
        int count = 0;
        for (int index = 0; index < size; index++) {
            if (freed[index] == 0) {
                into[count++] = last[index];
            }
        }
        return count;
    }

    /**
     * Makes Jolt give later bodies the same numbers as in another world. Every living body must also live in that
     * world, and have been noticed. The caller then creates the missing bodies, in the order of {@code missing}.
     *
     * <p>Jolt has no call for that. But a new body gets the index that was freed last, and Jolt counts each use. So
     * placeholders, which are not in the world, take each index that is free here or will be there, as often as needed,
     * and free the indices in the wanted order. A use takes less than a microsecond.
     *
     * @throws IOException if Jolt has other free indices
     */
    void become(BodyIds wanted, int[] missing, int count, Placeholders bodies) throws IOException {
        int most = Math.max(size, wanted.size);
        for (int free = listFree() + most - size; bodies.count < free; ) {
            bodies.create(most);
        }
        for (int index = most - 1; index >= wanted.size; index--) {
            free(id(index, 0), bodies);
        }
        for (int i = 0, free = wanted.listFree(); i < free; i++) {
            free(wanted.last[wanted.free(i)], bodies);
        }
        for (int i = count - 1; i >= 0; i--) {
            free(before(missing[i]), bodies);
        }
    }

    private void free(int id, Placeholders bodies) throws IOException {
        bodies.free(id);
        destroyed(id);
    }
}
