package io.github.freestep.physics.thread;

import io.github.freestep.physics.schedule.Schedule;

/**
 * Decides when a run needs its next pass. Also reports to the schedule how the time between passes was spent. For the
 * thread that steps the run.
 */
public final class RunPlan {
    /**
     * The longest time between two looks for requests, within which changes of time must take effect. A tick of 100 Hz
     * is soon enough to be the next look, so the thread wakes up only once for it.
     */
    public static final long POLL_NANOS = 10_000_000;

    /** The interval for polling a feed, which does not notify this thread when it is ready. */
    private static final long FEED_POLL_NANOS = 500_000;

    private final Schedule schedule;

    private long wakeNanos;
    private boolean wakesForTick;

    /** A run that was not planned yet waits for the signal of its start. */
    private boolean dormant = true;

    private long plannedNanos;

    public RunPlan(Schedule schedule) {
        this.schedule = schedule;
    }

    /** Plans a pass for a moment at which a tick or the run itself begins. */
    public void planBegin(long atNanos) {
        wakeNanos = atNanos;
        wakesForTick = true;
        dormant = false;
        plannedNanos = atNanos;
    }

    /**
     * Notes that a pass begins, which ends the wait since the last one. The run was idle up to its wake-up. After that,
     * the thread was late, or ran other services, which is not a proof that this one is too slow.
     *
     * @param wokeNanos when the thread last ended a wait
     */
    public void resume(long nowNanos, long wokeNanos) {
        long idleToNanos = wokeNanos - wakeNanos > 0 || dormant ? wokeNanos : wakeNanos;
        if (idleToNanos - nowNanos > 0) {
            idleToNanos = nowNanos;
        }
        schedule.noteIdle(plannedNanos, idleToNanos);
    }

    /**
     * Plans the next pass after a pass.
     *
     * @param commandsWait whether commands wait
     * @param commandsRan whether commands have run since the newest tick
     * @param waits whether the next tick is due and waits for its input
     * @param rests whether nothing is to do until a signal, except commands that wait
     */
    public void plan(long nowNanos, boolean commandsWait, boolean commandsRan, boolean waits, boolean rests) {
        plannedNanos = nowNanos;
        dormant = false;
        wakesForTick = false;
        long untilNanos = Math.min(schedule.untilDueNanos(nowNanos), schedule.inBatch() ? 0 : Long.MAX_VALUE);
        if (waits) {
            wakeNanos = nowNanos + FEED_POLL_NANOS;
        } else if (commandsWait && !commandsRan) {
            // Now. If a tick is due already, the plan has the due time of that tick, because a worker of a group calls
            // the service first whose plan has the earliest time, and this pass also steps the tick.
            wakeNanos = nowNanos + Math.min(0, untilNanos);
        } else if (rests && !commandsWait) {
            dormant = true;
            wakeNanos = nowNanos;
        } else if (untilNanos > POLL_NANOS && (commandsWait || untilNanos == Long.MAX_VALUE)) {
            wakeNanos = nowNanos + POLL_NANOS;
        } else {
            wakesForTick = true;
            wakeNanos = nowNanos + untilNanos;
        }
    }

    /** Returns the schedule of the run, whose time may not have begun. */
    public Schedule schedule() {
        return schedule;
    }

    /** Returns when the next pass must run. */
    public long wakeNanos() {
        return wakeNanos;
    }

    /** Returns whether the next pass steps a tick. If not, it only polls, and may run late. */
    public boolean wakesForTick() {
        return wakesForTick;
    }

    /** Returns whether no pass is due until another thread has something for the run. */
    public boolean isDormant() {
        return dormant;
    }
}
