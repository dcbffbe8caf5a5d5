package io.github.freestep.physics.input;

/**
 * A binary heap of the inputs that wait for their tick, ordered by time, then by sequence number. Not thread-safe.
 * Grows by doubling up to its capacity, so it allocates only when more inputs wait than ever before. All other
 * operations take at most {@code log2(capacity) + 1} steps.
 *
 * <p>The alternative was {@code java.util.PriorityQueue}. Its growth has no bound, and its entries would need a
 * separate pool.
 */
public final class InputHeap {
    /** First the inputs in the heap, then the free ones. */
    private InputEvent[] events;

    private final int capacity;
    private int size;

    InputHeap(int capacity) {
        this.capacity = capacity;
        events = InputEvent.few(capacity);
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /** Returns an input that waits, in no order. */
    InputEvent get(int index) {
        return events[index];
    }

    boolean isFull() {
        return size == capacity;
    }

    int room() {
        return capacity - size;
    }

    /** Returns the time of the input that {@link #remove} would return. The heap must not be empty. */
    long earliestNanos() {
        return events[0].sinceOriginNanos;
    }

    /**
     * Adds an input. The heap must not be full. The time and sequence must not change while the input is in the heap.
     */
    InputEvent add(boolean isAction, int code, float value, long sinceOriginNanos, long sequence) {
        if (size == events.length) {
            events = InputEvent.grow(events, capacity);
        }
        InputEvent added = events[size];
        added.action = isAction;
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

    /**
     * Removes and returns the earliest input. The heap must not be empty.
     *
     * @param spare an unused input, which replaces the returned one
     */
    InputEvent remove(InputEvent spare) {
        InputEvent earliest = events[0];
        InputEvent last = events[--size];
        int hole = 0;
        int child;
        while ((child = earlierChild(hole)) < size && events[child].isBefore(last)) {
            events[hole] = events[child];
            hole = child;
        }
        // The order matters: if the last input is also the earliest, the spare takes its place.
        events[hole] = last;
        events[size] = spare;
        return earliest;
    }

    /** Returns the index of the earlier child; at least the size if there is no child. */
    private int earlierChild(int parent) {
        int left = 2 * parent + 1;
        return left + 1 < size && events[left + 1].isBefore(events[left]) ? left + 1 : left;
    }
}
