package io.github.freestep.state;

/**
 * A reader's place: its mailbox, the slots it brings, and what the publisher knows of what it holds. It is a mailbox rather
 * than having one, since a publish would wait for the look-up.
 */
class Seat extends Mailbox {
    /** As many as a window is deep; the publisher adds them to its pool when it first sees this seat, if
     * it has no others to spare, and they are not remembered here. */
    State[] slots;

    /**
     * The window that a joiner found for itself. Written before the joiner offers it in the mailbox, read by the publisher
     * if its first exchange finds that taken.
     */
    long found = Windows.EMPTY;

    /** The first 64 slots: those that the reader holds for all the publisher knows. The publisher's alone. */
    long held;

    /** The others. */
    final long[] heldBeyond = new long[SlotPool.WORDS_BEYOND];

    /** Whether the publisher has seen this seat. The publisher's alone. */
    boolean adopted;

    /**
     * The reader that sits here; null only if it is the channel's first seat and vacant. Guarded by the channel's lock.
     */
    Reader reader;

    /**
     * Whether the reader's subscriber is garbage, so that the next joiner takes the seat. Guarded by the
     * channel's lock.
     */
    boolean dropped;

    Seat(State[] slots) {
        this.slots = slots;
    }
}
