package io.github.freestep.physics.workers;

/** The passes of a run that shares its thread with other runs, which decide when it can begin. */
public interface HostedPasses extends Passes {
    /**
     * Sets the world up on the calling thread, before another one gets the run. Returns whether the other thread must
     * run it; if not, the run has ended.
     */
    boolean setUpAhead();

    /** Returns whether the world is set up, and {@link #beginAt} was not called. */
    boolean awaitsBegin();

    /** Chooses when time begins. */
    void beginAt(long nanos);

    /** Returns whether time has begun. */
    boolean hasBegun();
}
