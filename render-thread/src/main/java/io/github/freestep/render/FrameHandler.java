package io.github.freestep.render;

/** Draws frames. The thread of a {@link FrameLoop} calls it, one frame after the other. */
@FunctionalInterface
public interface FrameHandler {
    /**
     * Draws a frame. It may block until the frame is on screen, and so set the pace. If it throws, the loop ends.
     *
     * @param frame valid during this call
     */
    void onFrame(Frame frame);
}
