package io.github.freestep.benchmarks.readme;

import io.github.freestep.physics.Physics;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;

/** Reads the newest state, as the logic of a game does. */
abstract class Newest {
    void read(Physics physics) {
        try (StateReader reader = physics.states().reader()) { // one for each thread
            while (isOpen() && physics.failure() == null) {
                if (reader.acquire()) { // false if there is nothing new, or nothing at all yet
                    State newest = reader.state(0); // state(1) is the one before
                    show(newest.tick(), newest.x()[0]);
                }
            }
        }
    }

    abstract boolean isOpen();

    abstract void show(long tick, float x);
}
