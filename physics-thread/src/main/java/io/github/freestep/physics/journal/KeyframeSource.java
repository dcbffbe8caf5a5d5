package io.github.freestep.physics.journal;

import org.jspecify.annotations.Nullable;

/** Saves the world of a run between ticks, for one recorder. The physics thread calls it. */
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
     * @return what the recorder gets in an entry of the kind {@code KEYFRAME}, or null for no entry
     */
    @Nullable Object save(long tick);
}
