package io.github.freestep.benchmarks.app.compare.loops;

/**
 * A way to drive a simulation, called once per frame. Times are in nanoseconds since the start, when simulation time is
 * zero. For one thread.
 */
public interface Loop {
    /** The step of all loops with a fixed step. */
    public long TICK_NANOS = 10_000_000;

    /** Takes the steps that this loop considers due, and returns what to show; null if there is no state yet. */
    ShownFrame frame(long nowNanos);

    /** Returns the simulation time that the loop knows to be due and has not stepped. */
    default long backlogNanos(long nowNanos) {
        return 0;
    }

    /** Returns whether a frame that has been drawn now is displayed at once, instead of at the next refresh. */
    default boolean tears(long drawnNanos) {
        return false;
    }

    /** Returns when the frame that has been drawn may be displayed. Most loops take the next refresh. */
    default long displayNotBeforeNanos() {
        return 0;
    }

    /** Returns when the next frame may begin. Most loops leave that to the display. */
    default long notBeforeNanos() {
        return 0;
    }
}
