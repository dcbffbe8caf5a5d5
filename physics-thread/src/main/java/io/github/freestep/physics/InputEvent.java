package io.github.freestep.physics;

/**
 * An input that waits for its tick or belongs to one. Preallocated: {@link InputHeap} and {@link TickInput} exchange
 * and reuse such objects.
 */
final class InputEvent {
    boolean action;

    /** The code of an action, or the number of an axis. */
    int code;

    float value;

    /** Nanoseconds since the service's origin. Readings of the clock may wrap, so they cannot be ordered. */
    long sinceOriginNanos;

    long sequence;
    double fraction;

    boolean isBefore(InputEvent other) {
        return sinceOriginNanos != other.sinceOriginNanos
                ? sinceOriginNanos < other.sinceOriginNanos
                : sequence < other.sequence;
    }
}
