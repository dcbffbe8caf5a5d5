package io.github.freestep.render.trace.log;

/** Sees the entries of a {@link MotionLog}, in the order of time. By default, each method does nothing. */
public interface MotionHandler {
    /** A frame was made. The states that it acquired come before it. */
    default void frame(ShownFrame frame) {}

    /** The next frame acquired a state. */
    default void state(StateTimes state) {}

    /** A tick has ended, with or without a state that the sampler acquires. */
    default void tick(TickWork work) {}
}
