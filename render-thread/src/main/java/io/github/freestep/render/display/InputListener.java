package io.github.freestep.render.display;

import io.github.freestep.state.State;

/**
 * Takes the times of each input that a sampler has shown. The sampler's thread calls it, so it must be wait-free and
 * allocate nothing. A {@link LatencyMeter} makes percentiles of them.
 *
 * <pre>{@code
 * InputListener slowest = (inputNanos, startedNanos, publishedNanos, sampledNanos, displayNanos) ->
 *         longest = Math.max(longest, displayNanos - inputNanos);
 * FrameSampler frames = FrameSampler.builder(states).listener(DisplayTimes.listener(slowest)).open();
 * }</pre>
 */
@FunctionalInterface
public interface InputListener {
    /**
     * Called for each input that is found: in the frame that begins to show it or, if the host reports display times,
     * with the report of that frame. Of several inputs of one tick, only the newest is found, and input of a pause is
     * left out. All times are readings of the states' clock.
     *
     * @param inputNanos the {@link State#inputNanos} of the first state with the input
     * @param startedNanos when the step of that state began
     * @param publishedNanos when the state was published, by the receiver if it came over a network
     * @param sampledNanos when the first frame was sampled whose picture is beyond the last state without the input
     * @param displayNanos when the display showed that frame or the next one; {@code sampledNanos} if that is unknown
     */
    void shown(long inputNanos, long startedNanos, long publishedNanos, long sampledNanos, long displayNanos);
}
