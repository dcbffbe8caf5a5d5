package io.github.freestep.state;

/** A reader's place: its mailbox, the slots it brings, and what the publisher knows of what it holds. */
final class Seat {
    final Mailbox mailbox;

    /** As many as a window is deep; the publisher adds them to its pool when it first sees this seat. */
    final State[] slots;

    /**
     * The window that a joiner found for itself. Written before the joiner offers it in the mailbox, read by the publisher
     * if its first exchange finds that taken.
     */
    long found = Windows.EMPTY;

    /** The slots that the reader holds for all the publisher knows, as a set of bits. The publisher's alone. */
    final long[] held = new long[SlotPool.WORDS];

    /** Whether the publisher has seen this seat. The publisher's alone. */
    boolean adopted;

    /** Whether nobody sits here, which can last only for a channel's first seat. Guarded by the channel's lock. */
    boolean vacant;

    Seat(Mailbox mailbox, State[] slots) {
        this.mailbox = mailbox;
        this.slots = slots;
    }
}
