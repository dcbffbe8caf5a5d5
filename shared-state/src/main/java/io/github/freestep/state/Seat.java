package io.github.freestep.state;

/**
 * A reader's place: its mailbox, the slots it brings, and what the publisher knows of what it holds. It is a mailbox
 * rather than having one, because a publish would wait for the extra look-up.
 */
class Seat extends Mailbox {
    /**
     * As many as a window is deep. The publisher adds them to its pool when it first sees this seat, unless it has
     * others to spare; either way, they are not remembered here.
     */
    State[] slots;

    /**
     * The window that a joiner found for itself. The joiner writes it before it offers the window in the mailbox; the
     * publisher reads it if its first exchange finds that taken.
     */
    long found = Windows.EMPTY;

    /** Those of the first 64 slots that the reader may hold, as far as the publisher knows. For the publisher alone. */
    long held;

    /** The same for all other slots. */
    final long[] heldBeyond = new long[SlotPool.WORDS_BEYOND];

    /** Whether the publisher has seen this seat. For the publisher alone. */
    boolean adopted;

    /**
     * The reader that sits here; null only if this is the buffer's first seat and vacant. Guarded by the buffer's lock.
     */
    Reader reader;

    /** Whether the reader's handle is garbage, so that the next joiner takes the seat. Guarded by the buffer's lock. */
    boolean dropped;

    Seat(State[] slots) {
        this.slots = slots;
    }
}
