package io.github.freestep.render.picture;

import io.github.freestep.state.State;

/**
 * A frame of states that its caller chooses, made by the rules of a sampler. It makes orientations and channels when
 * they are read. For one thread at a time, frame included. Allocates nothing once made.
 *
 * @param <F> the type of the frame, which this package does not know
 */
public interface ChosenFrame<F> {
    /**
     * The frame.
     *
     * @return always the same
     */
    F frame();

    /**
     * Shows a time between two neighbouring states.
     *
     * @param older the last state that is not later
     * @param newer the state after it; the same if there is none
     * @param newest the newest state that there is
     * @param simulationNanos the time to show, from that of the older state to that of the newer
     * @param frameNanos when the frame is made
     */
    void show(State older, State newer, State newest, long simulationNanos, long frameNanos);

    /** Ends the time in which the states are there as they were: the frame refuses what was not read before. */
    void close();
}
