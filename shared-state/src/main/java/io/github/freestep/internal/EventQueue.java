package io.github.freestep.internal;

/** Lets a sender of states take the events of a source. Not for users. */
public interface EventQueue {
    /**
     * Checks that receivers can get all of these events.
     *
     * @throws IllegalArgumentException if the source has events of other kinds, or ends when it is full
     */
    void requireSendable();

    /**
     * Passes on the events that wait. Neither blocks nor allocates. For one thread at a time.
     *
     * @throws IllegalStateException if another thread takes these events at the same time
     */
    void drain(EventTaker taker);
}
