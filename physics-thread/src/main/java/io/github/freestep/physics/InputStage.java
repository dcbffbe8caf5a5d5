package io.github.freestep.physics;

/**
 * The input stage of a pass, which gives each tick its input. By default, no tick waits for its input, and there is
 * nothing to collect. For the thread that steps.
 */
interface InputStage {
    /** Returns whether a tick is due whose input is not known yet. */
    default boolean isMissing() {
        return false;
    }

    /** Returns the same as {@link #isMissing}, and notes the wait in the metrics. Call it once in each pass. */
    default boolean awaits(long nowNanos) {
        return false;
    }

    /**
     * Collects what has come so far. The pass before a tick calls this, and the pass of the tick calls it again once
     * the tick is due, so all of it can be repeated, except for the polls.
     *
     * @param polls whether to poll devices as well
     */
    default void collect(long nowNanos, boolean polls) {}

    /** Returns the input of a tick, which follows the newest one. */
    TickInput take(Tick tick);
}
