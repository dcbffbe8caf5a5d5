package io.github.freestep.physics;

import java.util.Arrays;

/**
 * An input that waits for its tick or belongs to one. {@link InputHeap} and {@link TickInput} exchange and reuse
 * such objects.
 */
final class InputEvent {
    /** The number of inputs for which a service has memory from the start, unless its bound is lower. */
    private static final int FEW = 16;

    boolean action;

    /** The code of an action, or the number of an axis. */
    int code;

    float value;

    /** Nanoseconds since the service's origin. Readings of the clock may wrap, so they cannot be ordered. */
    long sinceOriginNanos;

    long sequence;
    double fraction;

    /** Returns an array of {@link #FEW} inputs, or of as many as the bound if that is lower. */
    static InputEvent[] few(int bound) {
        return grow(new InputEvent[0], bound);
    }

    /** Returns an array twice as long, but not longer than the bound, with the same inputs and new ones after them. */
    static InputEvent[] grow(InputEvent[] events, int bound) {
        InputEvent[] more = Arrays.copyOf(events, (int) Math.min(bound, Math.max(FEW, 2L * events.length)));
        Arrays.setAll(more, i -> i < events.length ? events[i] : new InputEvent());
        return more;
    }

    boolean isBefore(InputEvent other) {
        return sinceOriginNanos != other.sinceOriginNanos
                ? sinceOriginNanos < other.sinceOriginNanos
                : sequence < other.sequence;
    }
}
