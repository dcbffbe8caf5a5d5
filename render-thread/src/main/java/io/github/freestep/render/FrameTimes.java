package io.github.freestep.render;

/**
 * Moves the times that the frames of one sampler show, by what it learns about the display. {@link
 * FrameSampler.Builder#followDisplay} takes what creates one for a sampler. The sampler's thread calls both methods, so
 * they must be wait-free and allocate nothing.
 */
public interface FrameTimes {
    /**
     * Returns the time that the next frame shows. Called once for each frame, so the first call is for the frame with
     * the {@linkplain Frame#number number} 1.
     *
     * @param hostNanos the time that the host passed, or what the sampler's clock read
     * @return {@code hostNanos} or a time near it, which must not decrease as long as the times of the host do not
     */
    long time(long hostNanos);

    /**
     * Called when the host has reported when a frame was displayed, in the order of {@link FrameListener#displayed}.
     * Does nothing by default.
     *
     * @param number the {@link Frame#number} of that frame, which is one of the newest 256
     * @param displayNanos when the display showed it
     */
    default void displayed(long number, long displayNanos) {}
}
