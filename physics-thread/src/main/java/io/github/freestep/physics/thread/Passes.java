package io.github.freestep.physics.thread;

/**
 * The work of a run. A thread calls it for one pass, and again when the next pass is due. A group also sets the world
 * up on another thread, and chooses when time begins. If a method other than {@link #runPass} throws, such as with
 * a full heap, the thread calls {@link #failNext}, and then runs the pass that ends the run.
 */
public interface Passes extends Runnable {
    /** Lets the next pass end the run with this failure. */
    void failNext(Throwable cause);

    /**
     * Notes that a pass begins.
     *
     * @param wokeNanos when the thread last ended a wait
     * @param parkLatenessNanos how late the waits of the thread end
     */
    void resume(long nowNanos, long wokeNanos, long parkLatenessNanos);

    /**
     * Runs a pass, which calls the user's code. The first pass sets the world up, unless that was done before. Throws
     * only if the pass has ended the run, and a part of that end has failed.
     *
     * <p>{@link #continues} says whether the run continues. This method does not return that, because it must be known
     * even if the clock throws just after the pass, or if a part of the end has failed.
     */
    void runPass();

    /** Returns whether the run continues: false once the set-up or a pass has ended it. For any thread. */
    boolean continues();

    /**
     * Plans when the next pass comes, after a pass that has not ended the run. Before time begins, the plan of {@link
     * #beginAt} stays.
     */
    void planNext(long nowNanos);

    /** Returns when the next pass must run. */
    RunPlan plan();

    /**
     * Runs a pass shortly before a tick, in the time in which the thread would otherwise spin. It applies changes of
     * time, runs commands if it is the first pass since the newest tick, and begins the next tick as far as that can be
     * repeated. So the code and data of the tick are in the caches, without which the first tick after a wait would
     * spend about 1 us on them. Steps the tick if it has become due meanwhile.
     */
    @Override
    void run();

    /**
     * Sets the world up on the calling thread, before another one gets the run. Returns whether the other thread must
     * run it; if not, the run has ended.
     */
    boolean setUpAhead();

    /**
     * Chooses when time begins, and plans the pass that begins it. A group calls it once, after the first pass, if the
     * run continues, so that the ticks of its runs are not all due at once.
     */
    void beginAt(long nanos);

    /** Returns whether time has begun. */
    boolean hasBegun();
}
