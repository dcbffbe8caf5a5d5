package io.github.freestep.physics;

import java.util.Arrays;

/**
 * Inputs that wait for their tick, ordered by time, and by sequence where times are equal: a binary heap. Not thread-safe;
 * allocates nothing; each operation takes at most as many steps as the capacity has bits.
 *
 * <p>{@code java.util.PriorityQueue} was the alternative. It grows, and its entries would have to be recycled around it.
 */
final class InputHeap {
    /** Those in the heap, then those that are free. */
    private final InputEvent[] events;

    private int size;

    InputHeap(int capacity) {
        events = new InputEvent[capacity];
        Arrays.setAll(events, i -> new InputEvent());
    }

    boolean isEmpty() {
        return size == 0;
    }

    boolean isFull() {
        return size == events.length;
    }

    int room() {
        return events.length - size;
    }

    /** The time of the one that {@link #remove} would give; there must be one. */
    long earliestNanos() {
        return events[0].sinceOriginNanos;
    }

    /** Adds an input, for which there must be room. Its time and sequence must not change while it is in the heap. */
    InputEvent add(boolean edge, int code, float value, long sinceOriginNanos, long sequence) {
        InputEvent added = events[size];
        added.action = edge;
        added.code = code;
        added.value = value;
        added.sinceOriginNanos = sinceOriginNanos;
        added.sequence = sequence;
        int hole = size++;
        while (hole > 0 && added.isBefore(events[(hole - 1) / 2])) {
            events[hole] = events[(hole - 1) / 2];
            hole = (hole - 1) / 2;
        }
        events[hole] = added;
        return added;
    }

    /** The earliest, in exchange for one to be filled later. There must be one. */
    InputEvent remove(InputEvent spare) {
        InputEvent earliest = events[0];
        InputEvent last = events[--size];
        int hole = 0;
        int child;
        while ((child = earlierChild(hole)) < size && events[child].isBefore(last)) {
            events[hole] = events[child];
            hole = child;
        }
        // In this order: when the last one is the earliest too, its place is the spare's.
        events[hole] = last;
        events[size] = spare;
        return earliest;
    }

    /** Beyond the size if there is none. */
    private int earlierChild(int parent) {
        int left = 2 * parent + 1;
        return left + 1 < size && events[left + 1].isBefore(events[left]) ? left + 1 : left;
    }
}
