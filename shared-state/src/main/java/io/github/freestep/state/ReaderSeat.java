package io.github.freestep.state;

import io.github.freestep.state.handoff.Mailbox;
import io.github.freestep.state.handoff.Windows;

/**
 * A reader's place: its mailbox, the slots that it adds to the pool, and the slots that it may hold as far as the
 * publisher knows. A slot here is the memory for one state. This is a subclass of the mailbox, because with the mailbox
 * in a field, a publish would have to wait for the look-up of that field.
 */
final class ReaderSeat extends Mailbox {
    /** The number of words of 64 slots beyond the first. */
    static final int WORDS_BEYOND = 3;

    /**
     * As many slots as a window has states. When the publisher first sees this seat, it adds them to its pool, unless
     * it can use the slots of a reader that has just left. Either way, it then sets this field to null.
     */
    State[] slots;

    /**
     * The window that a joiner found for itself. The joiner writes it before it offers the window in the mailbox. The
     * publisher reads it if its first exchange with that mailbox finds the window taken.
     */
    long found = Windows.EMPTY;

    /**
     * The set of slots that the reader may hold, as far as the publisher knows. Bit n stands for slot n, so it has only
     * the first 64 slots. For the publisher alone.
     */
    long held;

    /** The same for all slots beyond the first 64. */
    final long[] heldBeyond = new long[WORDS_BEYOND];

    /** Whether the publisher has seen this seat. For the publisher alone. */
    boolean adopted;

    /**
     * The reader that sits here; null only if this is the buffer's first seat and vacant. Guarded by the buffer's lock.
     */
    Reader reader;

    /**
     * Whether the user's {@link StateReader} is garbage, so that the next joiner frees the seat. Guarded by the
     * buffer's lock.
     */
    boolean dropped;

    ReaderSeat(State[] slots) {
        this.slots = slots;
    }
}
