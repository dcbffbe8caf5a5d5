package io.github.freestep.physics.input;

import java.util.ArrayDeque;
import java.util.PriorityQueue;

/**
 * The inputs that wait for their tick, ordered by time, then by sequence number. Not thread-safe. Allocates only when
 * more inputs wait than ever before, because inputs that have left are used again.
 */
final class InputHeap {
    private final PriorityQueue<InputEvent> waiting = new PriorityQueue<>(InputEvent.FEW, InputEvent::compare);
    private final ArrayDeque<InputEvent> free = new ArrayDeque<>(InputEvent.FEW);
    private final int capacity;

    InputHeap(int capacity) {
        this.capacity = capacity;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Returns the inputs that wait, in no order. */
    InputEvent[] all() {
        return waiting.toArray(InputEvent[]::new);
    }

    boolean isFull() {
        return room() == 0;
    }

    int room() {
        return capacity - waiting.size();
    }

    /** Returns the time of the input that {@link #remove} would return. The heap must not be empty. */
    long earliestNanos() {
        return waiting.element().sinceOriginNanos;
    }

    /**
     * Adds an input. The heap must not be full. The time and sequence must not change while the input is in the heap.
     */
    InputEvent add(boolean isAction, int code, float value, long sinceOriginNanos, long sequence) {
        InputEvent added = free.isEmpty() ? new InputEvent() : free.pop();
        added.action = isAction;
        added.code = code;
        added.value = value;
        added.sinceOriginNanos = sinceOriginNanos;
        added.sequence = sequence;
        waiting.add(added);
        return added;
    }

    /**
     * Removes and returns the earliest input. The heap must not be empty.
     *
     * @param spare an unused input, which replaces the returned one
     */
    InputEvent remove(InputEvent spare) {
        free.push(spare);
        return waiting.remove();
    }
}
