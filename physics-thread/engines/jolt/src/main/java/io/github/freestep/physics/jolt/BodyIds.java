package io.github.freestep.physics.jolt;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.BitSet;

/**
 * Predicts the numbers that Jolt will give to the next bodies. Jolt solves contacts in an order that depends on the
 * numbers of their bodies. So a restored world computes the same bits only if its bodies, and later ones, get the same
 * numbers.
 *
 * <p>A number consists of an index and of a count of the index's uses, modulo 256. A new body gets the index that was
 * freed last. Jolt reports neither which indices are free nor their order. So this class records which bodies the world
 * creates and destroys. It is for the physics thread. Allocates nothing.
 */
final class BodyIds {
    private static final int USES_SHIFT = 23;
    private static final int USES_MASK = 0xFF;
    private static final int INDEX_MASK = (1 << USES_SHIFT) - 1;

    /** For each index: the number of the body that had it last. */
    private final int[] last;

    /** The free indices; the last one is used next. */
    private final int[] free;

    private int freeCount;

    /** The number of indices that were ever used. */
    private int size;

    private final BitSet unused;
    private final BitSet known;

    BodyIds(int bodies) {
        last = new int[bodies];
        free = new int[bodies];
        unused = new BitSet(bodies);
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

    /** Returns the number of the use before the one of a body. */
    static int usesBefore(int id) {
        return uses(id) - 1 & USES_MASK;
    }

    static int id(int index, int uses) {
        return (uses & USES_MASK) << USES_SHIFT | index;
    }

    void created(int id) {
        int index = index(id);
        for (; size < index; size++) {
            // A body without a slot.
            last[size] = id(size, 1);
        }
        if (index == size) {
            size++;
        } else {
            take(index);
        }
        last[index] = id;
    }

    private void take(int index) {
        for (int i = freeCount - 1; i >= 0; i--) {
            if (free[i] == index) {
                freeCount--;
                System.arraycopy(free, i + 1, free, i, freeCount - i);
                return;
            }
        }
    }

    void destroyed(int id) {
        last[index(id)] = id;
        free[freeCount++] = index(id);
    }

    void clear() {
        size = 0;
        freeCount = 0;
    }

    /** Notes the bodies that have no slot, which the scene has created and destroyed by Jolt's own API. */
    void notice(int[] living, int count) {
        findUnused();
        known.clear();
        known.or(unused);
        for (int i = 0; i < count; i++) {
            int id = living[i];
            int index = index(id);
            if (index >= size || last[index] != id || unused.get(index)) {
                created(id);
                known.clear(index);
            }
            known.set(index);
        }
        for (int index = known.nextClearBit(0); index < size; index = known.nextClearBit(index + 1)) {
            destroyed(last[index]);
        }
    }

    private void findUnused() {
        unused.clear();
        for (int i = 0; i < freeCount; i++) {
            unused.set(free[i]);
        }
    }

    /** Writes all numbers, but not the indices that no body has used since a restore. */
    void write(DataOutput out) throws IOException {
        int unused = 0;
        while (unused < freeCount && free[unused] == size - 1 - unused && uses(last[free[unused]]) == 0) {
            unused++;
        }
        out.writeInt(size - unused);
        for (int index = 0; index < size - unused; index++) {
            out.writeByte(uses(last[index]));
        }
        out.writeInt(freeCount - unused);
        for (int i = unused; i < freeCount; i++) {
            out.writeInt(free[i]);
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
        for (; size < most; size++) {
            last[size] = id(size, in.readUnsignedByte());
        }
        int count = in.readInt();
        if (count < 0 || count > size) {
            throw damaged(count + " free numbers of " + size);
        }
        unused.clear();
        for (; freeCount < count; freeCount++) {
            int index = in.readInt();
            if (index < 0 || index >= size || unused.get(index)) {
                throw damaged("the free number " + index + " of " + size);
            }
            unused.set(index);
            free[freeCount] = index;
        }
    }

    /**
     * Lists the living bodies, by their indices.
     *
     * @return how many there are
     */
    int living(int[] into) {
        findUnused();
        int count = 0;
        for (int index = unused.nextClearBit(0); index < size; index = unused.nextClearBit(index + 1)) {
            into[count++] = last[index];
        }
        return count;
    }

    /**
     * Takes all indices that are free here or will be in another world, in any order.
     *
     * @throws IOException if Jolt has others
     */
    private void takeFree(BodyIds wanted, Placeholders bodies) throws IOException {
        int most = Math.max(size, wanted.size);
        while (bodies.count() < most - (size - freeCount)) {
            bodies.create(most);
        }
    }

    /**
     * Makes Jolt give later bodies the same numbers as in another world. Every living body must also live in that
     * world. The caller then creates the missing bodies, in the order of {@code missing}.
     *
     * <p>Jolt has no call for that. But a new body gets the index that was freed last, and Jolt counts each use. So
     * placeholders, which are not in the world, take each free index as often as needed, and free the indices in the
     * wanted order. A use takes less than a microsecond.
     */
    void become(BodyIds wanted, int[] missing, int count, Placeholders bodies) throws IOException {
        int most = Math.max(size, wanted.size);
        takeFree(wanted, bodies);
        for (int index = most - 1; index >= wanted.size; index--) {
            bodies.free(index, 0);
        }
        for (int i = 0; i < wanted.freeCount; i++) {
            int index = wanted.free[i];
            bodies.free(index, uses(wanted.last[index]));
        }
        for (int i = count - 1; i >= 0; i--) {
            bodies.free(index(missing[i]), usesBefore(missing[i]));
        }
        System.arraycopy(wanted.last, 0, last, 0, wanted.size);
        size = most;
        freeCount = 0;
        for (int index = most - 1; index >= wanted.size; index--) {
            last[index] = id(index, 0);
            free[freeCount++] = index;
        }
        System.arraycopy(wanted.free, 0, free, freeCount, wanted.freeCount);
        freeCount += wanted.freeCount;
        for (int i = count - 1; i >= 0; i--) {
            free[freeCount++] = index(missing[i]);
        }
    }

    private static IOException damaged(String what) {
        return new IOException("the saved world is damaged: it has " + what + "; use another copy");
    }
}
