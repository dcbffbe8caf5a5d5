package io.github.freestep.render;

import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;

/**
 * Neighbouring states between which a picture lies: the newest ones that a reader has acquired, or two of a history. So
 * both make their pictures by the same rules. For one thread.
 */
interface StateWindow {
    /** The number of states. */
    int size();

    /** One of the states: 0 for the newest, up to {@link #size} - 1. */
    State state(int age);

    /** The states that a reader has acquired. */
    static StateWindow of(StateReader reader) {
        return new StateWindow() {
            @Override
            public int size() {
                return reader.size();
            }

            @Override
            public State state(int age) {
                return reader.state(age);
            }
        };
    }
}
