package io.github.freestep.physics.workers;

/** The work of a run. A thread calls it for one pass, and again when the next pass is due. */
public interface Passes {
    /** Lets the next pass end the run with this failure. */
    void failNext(Throwable cause);

    /**
     * Notes that a pass begins. If that fails, such as with a full heap, the pass ends the run.
     *
     * @param wokeNanos when the thread last ended a wait
     * @param parkLatenessNanos how late the waits of the thread end
     */
    void resume(long nowNanos, long wokeNanos, long parkLatenessNanos);

    /** Runs one pass, and calls the user's code. The first pass sets the world up, unless that was done before. */
    void turn();

    /** Ends the pass. Returns whether the run continues after it; if not, it has ended. */
    boolean endPass();

    /** Returns whether a pass has begun and {@link #endPass} was not called. */
    boolean isInPass();

    /** Plans the next pass after a pass. If that fails, such as with a full heap, the next pass ends the run. */
    void planNext(long nowNanos);

    /** Returns when the next pass must run. */
    RunPlan plan();

    /** Runs as much of a pass as loads code and data into the caches, in time that the thread would spend spinning. */
    void warmUp();
}
