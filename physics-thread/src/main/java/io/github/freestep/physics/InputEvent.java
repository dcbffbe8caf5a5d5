package io.github.freestep.physics;

/** An input that waits for its tick, or is in it. Preallocated: heap and tick pass these around and fill them again. */
final class InputEvent {
    boolean action;

    /** Of an edge; or the number of an axis. */
    int code;

    float value;

    /** Readings of the clock may wrap, and then have no order; time since the service's origin has. */
    long sinceOriginNanos;

    long sequence;
    double fraction;

    boolean isBefore(InputEvent other) {
        return sinceOriginNanos != other.sinceOriginNanos
                ? sinceOriginNanos < other.sinceOriginNanos
                : sequence < other.sequence;
    }
}
