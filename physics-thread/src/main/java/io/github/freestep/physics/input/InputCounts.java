package io.github.freestep.physics.input;

import io.github.freestep.internal.time.Archive;

/** Numbers all inputs of a run in the order in which they came, and counts those that ticks have taken. */
final class InputCounts {
    private final long originNanos;
    private long sequence;
    private long consumedSequence;

    /** When the input with that number came. Counts from the origin. */
    private long consumedNanos;

    private long consumed;

    InputCounts(long originNanos) {
        this.originNanos = originNanos;
    }

    /** Returns the number of the next input. */
    long next() {
        return ++sequence;
    }

    /** Returns the number of the newest input; 0 before the first. */
    long newest() {
        return sequence;
    }

    /** Notes that a tick has taken an input. */
    void consume(long eventSequence, long sinceOriginNanos) {
        consumed++;
        if (eventSequence > consumedSequence) {
            consumedSequence = eventSequence;
            consumedNanos = sinceOriginNanos;
        }
    }

    /** Saves or loads the numbers. What ticks have taken is counted by each run for itself. */
    void transfer(Archive by) {
        sequence = by.number(sequence);
        consumedSequence = by.number(consumedSequence);
        consumedNanos = by.reading(originNanos + consumedNanos) - originNanos;
    }

    long consumed() {
        return consumed;
    }

    long consumedSequence() {
        return consumedSequence;
    }

    long consumedNanos() {
        return consumedSequence == 0 ? 0 : originNanos + consumedNanos;
    }
}
