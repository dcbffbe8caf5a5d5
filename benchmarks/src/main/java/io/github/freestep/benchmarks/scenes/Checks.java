package io.github.freestep.benchmarks.scenes;

import io.github.freestep.render.Frame;
import io.github.freestep.state.State;

/** Checks the pictures of one world, which are published states and frames. Allocates only to describe a flaw. */
public interface Checks {
    /**
     * Compares every value of a published state with the expected one. For any thread that may read the state.
     *
     * @param state a state from a reader
     * @return what is wrong; null if nothing is
     */
    String flaw(State state);

    /**
     * Compares every value of a frame with the expected one. For the thread of the frame. Call it for each frame of the
     * sampler, in order: if the sampler extrapolates in one frame, the next ones contain a part of the error, and the
     * check must know which.
     *
     * @param frame a frame from a sampler
     * @return what is wrong; null if nothing is
     */
    String flaw(Frame frame);
}
