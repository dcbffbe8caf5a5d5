package io.github.freestep.render.display;

import io.github.freestep.render.Frame;
import io.github.freestep.state.State;

/**
 * Takes the inputs of a sampler's states, each when a frame shows its effect for the first time. The sampler's thread
 * calls it, so it must be wait-free and allocate nothing. To have percentiles of them, use a {@link LatencyMeter}.
 */
@FunctionalInterface
public interface InputListener {
    /**
     * Called in the frame that begins to show an input: the picture is beyond the last state without it. All times are
     * readings of the states' clock.
     *
     * @param frame the {@link Frame#number} of the frame
     * @param inputNanos the {@link State#inputNanos} of the first state with the input
     * @param startedNanos when the step of that state began
     * @param publishedNanos when the state was published, by the receiver if it came over a network
     * @param sampledNanos when the frame was sampled
     * @param hostNanos the time that the host passed for the frame; {@code sampledNanos} if it passed none
     */
    void shown(long frame, long inputNanos, long startedNanos, long publishedNanos, long sampledNanos, long hostNanos);
}
