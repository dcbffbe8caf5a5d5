package io.github.freestep.physics;

/**
 * What becomes of the edges that are pushed while simulation time is paused. Axes follow under both: the first tick
 * after the pause has the level that was pushed last.
 */
public enum PausedInputPolicy {
    /** Keeps every edge: the first tick after the pause has them all, at its beginning. The default. */
    KEEP,

    /**
     * Drops every edge whose time lies in the pause, for games whose menu uses the same keys. No tick sees it, however
     * late it is pushed within the last 8 pauses, and {@link PhysicsMetrics#inputsDropped} counts it. A pause includes the
     * moment it begins and not the moment it ends. Of the moves of an axis in a pause, only the newest is kept, and the
     * others are counted as dropped, so that a long pause fills no queue.
     */
    DROP
}
