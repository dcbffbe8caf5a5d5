package io.github.freestep.physics.report;

import io.github.freestep.time.TimeAnchor;

/**
 * Takes what one run does. By default, each method does nothing. For the stepping thread, except {@link #hung} and
 * {@link #failed}. Methods that are called for each tick must not allocate.
 */
public interface RunEvents {
    /** Takes nothing. */
    RunEvents NONE = new RunEvents() {};

    /** A tick begins. */
    default void tickBegins() {}

    /**
     * A tick has ended.
     *
     * @param anchor the newest one, which the readers of the state get; valid during the call only
     * @param startedNanos when the work on it began, with that on its input
     * @param endedNanos when its state was published, or when it ended without one
     * @param lateness by how much that was later than the tick was due
     * @param publicationLateness 0 if the state was not published
     */
    default void tick(
            long tick,
            long simulationNanos,
            TimeAnchor anchor,
            long startedNanos,
            long endedNanos,
            long lateness,
            long compute,
            long publicationLateness) {}

    /** A tick took longer than its wall time. */
    default void overrun(long tick, long compute) {}

    /** Takes how many inputs of the whole run have come too late for the tick of their time. Called for each tick. */
    default void lateInputs(long tick, long total) {}

    /** Time of the backlog was dropped. */
    default void slip(long tick, long droppedNanos) {}

    /**
     * A fault has happened, or a command or a handler of events has thrown. For the thread of that code.
     *
     * @param what begins the text, which ends with the cause; empty if the message of the cause says all
     */
    default void failed(long tick, String what, Throwable cause) {}

    /** A call does not return. For the watchdog's thread; may allocate. */
    default void hung(long tick, String message, StackTraceElement[] stack) {}
}
