package io.github.freestep.render.picture;

import io.github.freestep.state.State;

/**
 * Neighbouring states between which a picture lies: the newest ones that a reader has acquired, or two of a history. So
 * both make their pictures by the same rules. For one thread.
 */
public interface StateWindow {
    /** The number of states. */
    int size();

    /** One of the states: 0 for the newest, up to {@link #size} - 1. */
    State state(int age);

    /** How many states, from the newest on, stay until the next ones come. Copies may be forgotten in any frame. */
    default int lasting() {
        return size();
    }
}
