package io.github.freestep.physics.engines;

import io.github.freestep.state.State;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The pairs of slots that touch now. A pair may be in it more than once, because two bodies may touch with several
 * shapes, and because all bodies without a slot are {@link io.github.freestep.state.State#NO_SLOT}. For the physics
 * thread; allocates only when it holds more pairs than ever before.
 *
 * <p>Each body has a list of its pairs, so removing a body takes time proportional to the number of its own pairs, and
 * finding a pair takes time proportional to the number of pairs of the body that has fewer.
 */
final class TouchingPairs {
    private static final int FIRST_ROOM = 64;
    private static final int NONE = -1;

    /** Pairs of two bodies without a slot are in a list of their own, the last. */
    private final int noSlot;

    /** For each list: its first end, and how many it has. Pair {@code p} has the ends {@code 2 * p} and {@code + 1}. */
    private final int[] heads;

    private final int[] counts;

    /** For each end: the slot, and the neighbours in the list of the slot. A free pair links to the next free one. */
    private int[] slots = new int[2 * FIRST_ROOM];

    private int[] next = new int[2 * FIRST_ROOM];
    private int[] previous = new int[2 * FIRST_ROOM];

    /** For each pair: its number. Numbers rise in the order in which pairs were added. */
    private long[] numbers = new long[FIRST_ROOM];

    private long added;
    private int free = NONE;
    private int used;
    private int removed;

    TouchingPairs(int capacity) {
        noSlot = capacity;
        heads = new int[capacity + 1];
        counts = new int[capacity + 1];
        Arrays.fill(heads, NONE);
    }

    void clear() {
        if (used == 0) {
            return;
        }
        Arrays.fill(heads, NONE);
        Arrays.fill(counts, 0);
        free = NONE;
        used = 0;
    }

    void add(int first, int second) {
        int pair = free;
        if (pair == NONE) {
            pair = used++;
            makeRoom();
        } else {
            free = next[2 * pair];
        }
        numbers[pair] = ++added;
        slots[2 * pair] = first;
        slots[2 * pair + 1] = second;
        if (first >= 0 || second < 0) {
            link(2 * pair);
        }
        if (second >= 0) {
            link(2 * pair + 1);
        }
    }

    /** Writes the pairs in the order in which they were added. If a body is removed, its pairs end in this order. */
    void write(DataOutput out) throws IOException {
        int[] pairs = IntStream.range(0, used)
                .filter(pair -> numbers[pair] > 0)
                .boxed()
                .sorted(Comparator.comparingLong(pair -> numbers[pair]))
                .mapToInt(Integer::intValue)
                .toArray();
        out.writeInt(pairs.length);
        for (int pair : pairs) {
            out.writeInt(slots[2 * pair]);
            out.writeInt(slots[2 * pair + 1]);
        }
    }

    void read(DataInput in) throws IOException {
        clear();
        for (int left = in.readInt(); left > 0; left--) {
            add(requireSlot(in.readInt()), requireSlot(in.readInt()));
        }
    }

    int requireSlot(int slot) throws IOException {
        if (slot < State.NO_SLOT || slot >= noSlot) {
            throw new IOException("the slot of a pair that touches must be below " + noSlot + ", was " + slot);
        }
        return slot;
    }

    /** Removes a pair once, and returns whether it was there. */
    boolean remove(int first, int second) {
        boolean bySecond = second >= 0 && (first < 0 || counts[second] < counts[first]);
        int side = bySecond ? 1 : 0;
        int other = bySecond ? first : second;
        for (int end = heads[list(bySecond ? second : first)]; end != NONE; end = next[end]) {
            if ((end & 1) == side && slots[end ^ 1] == other) {
                remove(end >> 1);
                return true;
            }
        }
        return false;
    }

    /**
     * Removes one of the pairs of a body, and returns whether it had one: {@link #removedFirst} says which. {@code
     * NO_SLOT} has the pairs of two bodies without a slot.
     */
    boolean removeNext(int slot) {
        int end = heads[list(slot)];
        if (end == NONE) {
            return false;
        }
        removed = end >> 1;
        remove(removed);
        return true;
    }

    int removedFirst() {
        return slots[2 * removed];
    }

    int removedSecond() {
        return slots[2 * removed + 1];
    }

    private void remove(int pair) {
        int first = slots[2 * pair];
        int second = slots[2 * pair + 1];
        if (first >= 0 || second < 0) {
            unlink(2 * pair);
        }
        if (second >= 0) {
            unlink(2 * pair + 1);
        }
        numbers[pair] = 0;
        next[2 * pair] = free;
        free = pair;
    }

    private int list(int slot) {
        return slot < 0 ? noSlot : slot;
    }

    private void link(int end) {
        int list = list(slots[end]);
        int head = heads[list];
        next[end] = head;
        previous[end] = NONE;
        if (head != NONE) {
            previous[head] = end;
        }
        heads[list] = end;
        counts[list]++;
    }

    private void unlink(int end) {
        int list = list(slots[end]);
        int before = previous[end];
        int after = next[end];
        if (before == NONE) {
            heads[list] = after;
        } else {
            next[before] = after;
        }
        if (after != NONE) {
            previous[after] = before;
        }
        counts[list]--;
    }

    private void makeRoom() {
        if (2 * used > slots.length) {
            int room = 2 * slots.length;
            slots = Arrays.copyOf(slots, room);
            numbers = Arrays.copyOf(numbers, room / 2);
            next = Arrays.copyOf(next, room);
            previous = Arrays.copyOf(previous, room);
        }
    }
}
