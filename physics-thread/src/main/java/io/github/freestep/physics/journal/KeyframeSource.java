package io.github.freestep.physics.journal;

/** Saves the world of a run between ticks, such as for a recording. The physics thread calls it. */
public interface KeyframeSource {
    /**
     * Returns whether a keyframe is due after a tick. Called after each tick whose step has not failed. Allocates
     * nothing, and never waits.
     *
     * @param tick the number of the tick that has just ended
     * @return true if {@link #save} is to be called
     */
    boolean isDue(long tick);

    /**
     * Saves the world. Must not throw, because no fault of a recording stops the simulation.
     *
     * @param tick the number of the tick that has just ended
     */
    void save(long tick);
}
