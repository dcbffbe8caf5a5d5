package io.github.freestep.physics;

import io.github.freestep.physics.report.LedgerCells;

/**
 * Accounts for all wall time since the start. The figures belong to one moment and balance to the nanosecond:
 *
 * <pre>wall = simulated / scale + paused + dropped + pending</pre>
 *
 * <p>If a run begins at a {@linkplain PhysicsBuilder#startAt later tick} than 0, the ticks before it count as simulated
 * on time, and the wall time counts from when tick 0 would have been due. In a run that {@linkplain PhysicsBuilder#from
 * continues} a handed-over one, all figures continue, and no time passes between the two runs.
 *
 * <p>Create one ledger, and fill it with {@link PhysicsMetrics#ledger} as often as you like. For one thread;
 * allocates nothing.
 *
 * <pre>{@code
 * TimeLedger ledger = new TimeLedger(); // once
 * physics.metrics().ledger(ledger);
 * hud.text(ledger.droppedNanos() / 1_000_000 + " ms were dropped");
 * }</pre>
 */
public final class TimeLedger {
    final LedgerCells.Figures figures = new LedgerCells.Figures();

    /** Creates an empty ledger, in which all figures are zero. */
    public TimeLedger() {
        // PhysicsMetrics fills it.
    }

    /**
     * The wall time from tick 0 to the moment of the figures, including ticks before the start of the run.
     *
     * @return nanoseconds, the sum of the four other figures
     */
    public long wallNanos() {
        return figures.simulatedWallNanos + figures.pausedNanos + figures.droppedNanos + figures.pendingNanos;
    }

    /**
     * The wall time of the simulated ticks: each span of simulation time divided by the scale at that time. Single
     * steps in a pause take no wall time.
     *
     * @return nanoseconds since tick 0, including ticks before the start of the run
     */
    public long simulatedWallNanos() {
        return figures.simulatedWallNanos;
    }

    /**
     * The wall time of all pauses, including the current one.
     *
     * @return nanoseconds since the start
     */
    public long pausedNanos() {
        return figures.pausedNanos;
    }

    /**
     * The wall time that was dropped, and is never simulated. The {@link OverloadPolicy} drops time, and so does a
     * pause after a fault.
     *
     * @return nanoseconds since the start
     */
    public long droppedNanos() {
        return figures.droppedNanos;
    }

    /**
     * The wall time that has passed and is not simulated yet: the tick that has begun, plus the backlog.
     *
     * @return nanoseconds; negative while the newest tick is early, such as when time resumes after a single step
     */
    public long pendingNanos() {
        return figures.pendingNanos;
    }

    /** Returns the equation with its figures. */
    @Override
    public String toString() {
        return "wall " + wallNanos() + " ns = simulated " + figures.simulatedWallNanos + " + paused "
                + figures.pausedNanos + " + dropped " + figures.droppedNanos + " + pending " + figures.pendingNanos;
    }
}
