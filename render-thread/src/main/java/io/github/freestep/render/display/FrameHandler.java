package io.github.freestep.render.display;

import io.github.freestep.render.Frame;

/**
 * Draws frames. The thread of a {@link FrameLoop} calls it, one frame after the other. If it throws, the loop ends.
 *
 * <pre>{@code
 * public void draw(Frame frame) {
 *     if (frame.hasState()) {
 *         sprite(frame.x()[slot], frame.y()[slot]);
 *     }
 * }
 *
 * public void swap() {
 *     glfwSwapBuffers(window); // waits for the display
 * }
 * }</pre>
 */
@FunctionalInterface
public interface FrameHandler {
    /**
     * Called before the first frame, for example to make a graphics context current, because a context belongs to the
     * thread that draws. Does nothing by default.
     */
    default void begin() {}

    /**
     * Draws a frame.
     *
     * @param frame valid until the end of {@link #swap}
     */
    void draw(Frame frame);

    /**
     * Shows what was drawn, and waits until the display takes it. If this is done in {@link #draw}, the loop does not
     * know how long drawing takes, so frames begin as soon as they can. Does nothing by default.
     */
    default void swap() {}

    /**
     * Called after the last frame, and also if another method has thrown, for example to release the graphics context,
     * so that another thread may destroy its window. Does nothing by default.
     */
    default void end() {}
}
