package io.github.freestep.physics;

/** What becomes of a consumer of events whose ring is full when the next event comes. It never concerns the others. */
public enum SlowConsumerPolicy {
    /** What does not fit is dropped and counted; the consumer is told of the gap in its place, and goes on behind it. */
    DROP,

    /**
     * At the first event that does not fit, the stream ends: for a consumer that must miss none, such as a recording. It
     * gets all events before, then is told of the one it missed, and then nothing more; to go on, subscribe anew.
     */
    END
}
