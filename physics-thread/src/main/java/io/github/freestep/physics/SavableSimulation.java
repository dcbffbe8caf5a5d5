package io.github.freestep.physics;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A {@link Simulation} that can write down all that its future depends on, and take it up again: saved games, and replays
 * that need not begin at the beginning. Called by the thread that steps it, between two steps.
 */
public interface SavableSimulation {
    /**
     * Writes the world as it is.
     *
     * @param out where to
     * @throws IOException if that fails
     */
    void save(DataOutput out) throws IOException;

    /**
     * Makes the world what it was when it was saved, to the last bit: from then on the same input leads to the same states.
     * Which bodies are alive is no part of it, and is as it was already.
     *
     * @param in what was saved, by a simulation that was set up in the same way
     * @throws IOException if it can't be read
     */
    void restore(DataInput in) throws IOException;
}
