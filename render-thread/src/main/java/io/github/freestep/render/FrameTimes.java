package io.github.freestep.render;

/**
 * Moves the times that the frames of one sampler show, by what it learns about the display. {@link
 * FrameSampler.Builder#followDisplay} takes what creates one for a sampler. The sampler's thread calls both methods, so
 * they must be wait-free and allocate nothing. See the example of {@link
 * io.github.freestep.render.display.DisplayTimes DisplayTimes}.
 */
public interface FrameTimes {
    /**
     * Returns the time that the next frame shows. Called once for each frame, so the first call is for the frame with
     * the {@linkplain Frame#number number} 1.
     *
     * @param ownNanos the frame's own time: what the host passed, or what the sampler's clock read
     * @param refreshNanos the time of the frame's refresh, as far as the sampler knows it from the times of frames
     *     alone; else the frame's own time. This is what frames show by default
     * @return a time near these, which must not decrease as long as the times of the host do not
     */
    long time(long ownNanos, long refreshNanos);

    /**
     * Called when the host has reported when a frame was displayed, in the order of {@link FrameListener#displayed}.
     * Does nothing by default.
     *
     * @param number the {@link Frame#number} of that frame, which is one of the newest 256
     * @param displayNanos when the display showed it
     */
    default void displayed(long number, long displayNanos) {}
}
