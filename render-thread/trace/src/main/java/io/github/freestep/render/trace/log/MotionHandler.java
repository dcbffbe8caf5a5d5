package io.github.freestep.render.trace.log;

/** Sees the entries of a {@link MotionLog}, in the order of time. By default, each method does nothing. */
public interface MotionHandler {
    /** A frame was made. The states and the tick that it acquired come before it. */
    default void frame(ShownFrame frame) {}

    /** The next frame acquired a state. */
    default void state(StateTimes state) {}

    /**
     * The next frame did not acquire the state of a tick, which left the window before the frame or was not published.
     * At most one such tick is recorded for each frame, the worst.
     */
    default void tick(TickWork work) {}

    /** A frame was displayed. */
    default void displayed(DisplayTime time) {}

    /** The virtual machine paused all threads. It may come some frames later. */
    default void pause(VmPause pause) {}

    /** Something else happened that may explain uneven motion. It may come some frames later. */
    default void neighbour(Neighbour neighbour) {}

    /** Frames are missing here. */
    default void lost(long frames) {}
}
