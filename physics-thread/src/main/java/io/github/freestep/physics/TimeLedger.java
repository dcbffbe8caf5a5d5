package io.github.freestep.physics;

/**
 * Where wall time went since the start, at one moment. The figures belong together and balance to the nanosecond:
 *
 * <pre>wall = simulated / scale + paused + dropped + owed</pre>
 *
 * <p>Make one, and fill it with {@link PhysicsMetrics#ledger} as often as you like. For one thread; allocates nothing.
 */
public final class TimeLedger {
    private long simulatedWallNanos;
    private long pausedNanos;
    private long droppedNanos;
    private long owedNanos;

    /** A ledger of a run that has not started: all figures are zero. */
    public TimeLedger() {
        // To be filled.
    }

    void set(long simulatedWall, long paused, long dropped, long owed) {
        simulatedWallNanos = simulatedWall;
        pausedNanos = paused;
        droppedNanos = dropped;
        owedNanos = owed;
    }

    /**
     * The wall time that the ledger accounts for, in nanoseconds: from the start to the moment of the figures. A run
     * that begins at a later tick than 0 counts the ticks before it as simulated in time.
     *
     * @return the sum of the four other figures
     */
    public long wallNanos() {
        return simulatedWallNanos + pausedNanos + droppedNanos + owedNanos;
    }

    /**
     * The wall time that the simulated ticks stand for, in nanoseconds: each span of simulation time divided by the
     * scale that was in force. Ticks that were stepped one by one in a pause take no wall time.
     *
     * @return nanoseconds since the start
     */
    public long simulatedWallNanos() {
        return simulatedWallNanos;
    }

    /**
     * The wall time spent in pauses, in nanoseconds; the current pause is included.
     *
     * @return nanoseconds since the start
     */
    public long pausedNanos() {
        return pausedNanos;
    }

    /**
     * The wall time that was dropped and is never simulated, in nanoseconds, by the {@link OverloadPolicy} or by a pause
     * after a fault.
     *
     * @return nanoseconds since the start
     */
    public long droppedNanos() {
        return droppedNanos;
    }

    /**
     * The wall time that has passed and is not simulated yet, in nanoseconds: the begun tick, and the backlog if there
     * is one.
     *
     * @return nanoseconds; negative while the newest tick is early, as after a single step that time resumes behind
     */
    public long owedNanos() {
        return owedNanos;
    }

    /** The equation with its figures. */
    @Override
    public String toString() {
        return "wall " + wallNanos() + " ns = simulated " + simulatedWallNanos + " + paused " + pausedNanos
                + " + dropped " + droppedNanos + " + owed " + owedNanos;
    }
}
