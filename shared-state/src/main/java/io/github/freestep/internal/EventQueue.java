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
     * Returns what passes on the events that wait. Its runs neither block nor allocate. For one thread at a time: if
     * another thread takes these events at the same time, a run throws an {@link IllegalStateException}.
     */
    Runnable drainTo(EventTaker taker);
}
