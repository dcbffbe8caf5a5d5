package io.github.freestep.physics;

/**
 * Decides what happens to actions that are pushed while simulation time is paused. Axes are not affected: under both
 * policies, the first tick after the pause sees the value that was pushed last. Later versions may add policies, so a
 * {@code switch} needs a default branch.
 */
public enum PausedInputPolicy {
    /** Keeps every action. The first tick after the pause receives all of them, at its beginning. The default. */
    KEEP,

    /**
     * Drops every action whose time lies in the pause. For games whose menu uses the same keys.
     *
     * <p>No tick sees such an action, even if it is pushed late, as long as its pause is one of the last 8.
     * {@link PhysicsMetrics#inputsDropped} counts it. A pause includes the moment at which it begins. For input, it
     * ends at the call of {@link Physics#resume}, although time runs again up to 10 ms later. So an action that is
     * pushed right after the call reaches the first tick. Of the changes of an axis during a pause, only the newest is
     * kept. The others count as dropped, so a long pause cannot fill the queue.
     */
    DROP
}
