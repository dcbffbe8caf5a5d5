package io.github.freestep.render;

/** Draws frames. Called by the thread of a {@link FrameLoop}, one frame after the other. */
@FunctionalInterface
public interface FrameHandler {
    /**
     * Takes a frame. It may block until the frame is on screen, and so set the pace. What it throws ends the loop.
     *
     * @param frame valid during this call
     */
    void onFrame(Frame frame);
}
