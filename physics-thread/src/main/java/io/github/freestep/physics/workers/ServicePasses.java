package io.github.freestep.physics.workers;

/**
 * The passes of a service. A group, unlike a thread of one service, also sets the world up on another thread, and
 * chooses when time begins.
 */
public interface ServicePasses extends Passes {
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
