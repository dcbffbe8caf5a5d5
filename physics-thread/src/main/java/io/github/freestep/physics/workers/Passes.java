package io.github.freestep.physics.workers;

/** The work of a {@link Run}. Its {@link Worker} calls it for one pass, and again when the next pass is due. */
public interface Passes {
    /** Lets the next pass end the run with this failure. */
    void failNext(Throwable cause);

    /**
     * Notes that a pass begins. The parameters are those of {@link RunPlan#resume}. If that fails, such as with a full
     * heap, the pass ends the run.
     */
    void resume(long nowNanos, long wokeNanos, long parkLatenessNanos, double share);

    /** Runs one pass, and calls the user's code. The first pass sets the world up, unless that was done before. */
    void turn();

    /** Ends the pass. Returns whether the run goes on after it; if not, it has ended. */
    boolean endPass();

    /** Returns whether a pass has begun and {@link #endPass} was not called. */
    boolean isInPass();

    /**
     * Lets the worker choose when time begins, after the set-up. Not part of the turn, because another thread may move
     * the other runs during a turn.
     */
    void takePhase(Worker from);

    /** Takes the place of this run in the grid of a worker that takes it from another, if time has begun. */
    void adoptPhase(Phases phases);

    /** Frees the place of this run in the grid of its worker. */
    void releasePhase(Phases phases);

    /** Plans the next pass after a pass. If that fails, such as with a full heap, the next pass ends the run. */
    void planNext(long nowNanos);

    /** Runs as much of a pass as loads code and data into the caches, in time that the thread would spend spinning. */
    void warmUp();
}
