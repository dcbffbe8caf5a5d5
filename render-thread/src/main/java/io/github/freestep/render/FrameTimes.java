package io.github.freestep.render;

import java.util.function.LongUnaryOperator;

/**
 * What a sampler asks of a pacer: when the frame that begins now will be on screen, and how long before that it was
 * meant to begin. See the example of {@link io.github.freestep.render.display.FramePacer}, which says both.
 */
public interface FrameTimes {
    /**
     * Returns when the frame is expected on the screen.
     *
     * @return a reading of the states' clock that never decreases
     */
    long refreshNanos();

    /**
     * Returns how long before {@link #refreshNanos} the frame was meant to begin. A wake-up that is late by chance does
     * not change it.
     *
     * @return the lead of the frame's time; negative if none was planned, because frames do not wait
     */
    long leadNanos();

    /**
     * Sets the function that says from when on a frame should have its states. A pacer asks it before it lets a frame
     * begin early to detect another refresh rate, because without its states, the picture would stand still. The
     * default does nothing.
     *
     * @param earliestNanos returns from when on a frame that is shown at a {@link #refreshNanos} should have its
     *     states; for the thread that samples
     */
    default void noteEarliest(LongUnaryOperator earliestNanos) {}
}
