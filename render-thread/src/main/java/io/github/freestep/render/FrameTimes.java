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
     * Notes how to ask when a frame may begin at the earliest. A pacer that lets a frame begin early, to look for other
     * refreshes, asks this first, because the picture of a frame whose states have not come yet stands. By default,
     * does nothing.
     *
     * @param earliestNanos returns from when on a frame that is shown at a {@link #refreshNanos} should have its
     *     states; for the thread that samples
     */
    default void noteEarliest(LongUnaryOperator earliestNanos) {}
}
