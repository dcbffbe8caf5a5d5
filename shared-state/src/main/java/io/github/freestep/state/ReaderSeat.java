package io.github.freestep.state;

import io.github.freestep.state.handoff.Mailbox;
import io.github.freestep.state.handoff.Windows;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A reader's place: its mailbox, the slots that it adds to the pool, and the slots that it may hold as far as the
 * publisher knows. A slot here is the memory for one state. This is a subclass of the mailbox, because with the mailbox
 * in a field, a publish would have to wait for the look-up of that field.
 */
final class ReaderSeat extends Mailbox {
    /** The number of words of 64 slots beyond the first. */
    static final int WORDS_BEYOND = 3;

    /** As many slots as a window has states; null once the publisher has adopted this seat. For the publisher. */
    private State @Nullable [] slots;

    /**
     * The window that a joiner found for itself. The joiner writes it before it puts the window into the mailbox. The
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

    /**
     * The reader that sits here; null only if this is the buffer's first seat and vacant. Guarded by the buffer's lock.
     */
    @Nullable Reader reader;

    /**
     * Whether the user's {@link StateReader} is garbage, so that the next joiner frees the seat. Guarded by the
     * buffer's lock.
     */
    boolean dropped;

    ReaderSeat(State[] slots) {
        this.slots = slots;
    }

    boolean isAdopted() {
        return slots == null;
    }

    /**
     * Publisher: notes that it has seen this seat. Returns the slots of the seat, which it adds to its pool unless it
     * can use those of a reader that has just left.
     */
    State[] adopt() {
        State[] brought = Objects.requireNonNull(slots);
        slots = null;
        return brought;
    }

    /** Joiner: takes the window that it has found, unless the publisher has put one there already. */
    void find(long newest) {
        found = newest;
        fill(Windows.EMPTY, newest);
    }

    /** Seats a reader. Call this method and the next two with the buffer's lock. */
    void sit(Reader joiner) {
        reader = joiner;
    }

    /** Notes that the user has dropped a reader, which does not matter if that reader has left. */
    void drop(Reader gone) {
        dropped |= reader == gone;
    }

    void vacate() {
        reader = null;
        dropped = false;
    }
}
