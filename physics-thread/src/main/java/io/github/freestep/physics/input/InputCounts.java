package io.github.freestep.physics.input;

import io.github.freestep.internal.time.Archive;

/**
 * Numbers all inputs of a run in the order in which they came, and counts those that ticks have taken. For the physics
 * thread.
 */
public final class InputCounts {
    private final long originNanos;
    private long sequence;
    private long consumedSequence;

    /** When the input with that number came. Counts from the origin. */
    private long consumedNanos;

    private long consumed;
    private long deferred;
    private long fromFuture;

    InputCounts(long originNanos) {
        this.originNanos = originNanos;
    }

    /** Returns the number of the next input. */
    long next() {
        return ++sequence;
    }

    /** Notes that a tick has taken an input. */
    void consume(long eventSequence, long sinceOriginNanos) {
        consumed++;
        if (eventSequence > consumedSequence) {
            consumedSequence = eventSequence;
            consumedNanos = sinceOriginNanos;
        }
    }

    /** Counts an input that a tick takes later than its time asks, because it came too late or during a pause. */
    void defer() {
        deferred++;
    }

    /** Notes that the time of an input was in the future when it was received. */
    void noteFromFuture() {
        fromFuture++;
    }

    /** Saves or loads the numbers. What ticks have taken is counted by each run for itself. */
    void transfer(Archive by) {
        sequence = by.number(sequence);
        consumedSequence = by.number(consumedSequence);
        consumedNanos = by.reading(originNanos + consumedNanos) - originNanos;
    }

    /** Returns the number of inputs that ticks have taken. */
    public long consumed() {
        return consumed;
    }

    /** Returns the number of inputs that came too late for the tick of their time, or during a pause. */
    public long deferred() {
        return deferred;
    }

    /** Returns the number of inputs whose time was in the future when they were received. */
    public long fromFuture() {
        return fromFuture;
    }

    /** Returns the highest sequence number of the inputs that ticks have taken; 0 before the first. */
    public long consumedSequence() {
        return consumedSequence;
    }

    /** Returns the time of the input with that number, as a reading of the clock; 0 before the first. */
    public long consumedNanos() {
        return consumedSequence == 0 ? 0 : originNanos + consumedNanos;
    }
}
