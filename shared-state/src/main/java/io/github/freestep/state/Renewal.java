package io.github.freestep.state;

/**
 * What a joiner leaves for the publisher when it frees the seat of a reader that became garbage: the window that the
 * reader's thread may still look at, and new states for its slots. Renewals form a list, because the publisher may find
 * several at once.
 */
final class Renewal {
    final long window;

    /** One for each state of the window, in its order. */
    final State[] states;

    /** The renewal before this one, if the publisher has not taken it yet; or null. */
    Renewal next;

    Renewal(long window, State[] states) {
        this.window = window;
        this.states = states;
    }
}
