package io.github.freestep.state;

import org.jspecify.annotations.Nullable;

/**
 * What a joiner leaves for the publisher when it frees the seat of a reader that became garbage: the window that the
 * reader's thread may still look at, and new states for its slots. Renewals form a list, because the publisher may find
 * several at once.
 *
 * <p>The order in which a seat is freed:
 *
 * <pre>
 *   1   joiner      finds that the StateReader is garbage
 *   2   joiner      leaves the renewal
 *   3   joiner      removes the seat from the list
 *   4   publisher   reads the list, and no longer finds the seat
 *   5   publisher   takes all renewals
 *   6   publisher   puts the new object into a slot of the last window before it next writes the slot
 * </pre>
 *
 * <p>Up to step 4 the publisher does not write these slots, because the reader still counts. Step 2 comes before step
 * 3, so in step 5 it finds the renewal. Each method of the {@link StateReader} ends with a fence, which keeps it
 * reachable until then. So all that the reader's thread did with it happens before step 1.
 *
 * <p>The first seat stays in the list. In step 3 the joiner replaces the list by an equal copy, then fills the mailbox
 * as a leaving reader does. In step 4, a publish gets back a window from that mailbox, not {@code TAKEN}. It reads the
 * list after that exchange, so it finds the new list, and takes the renewal.
 */
final class Renewal {
    final long window;

    /** One for each state of the window, in its order. */
    final State[] states;

    /** The renewal before this one, if the publisher has not taken it yet; or null. */
    @Nullable Renewal next;

    Renewal(long window, State[] states) {
        this.window = window;
        this.states = states;
    }
}
