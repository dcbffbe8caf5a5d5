package io.github.freestep.physics.workers;

import io.github.freestep.physics.schedule.Schedule;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a run needs its next pass, and how urgent that is compared with other runs of the same thread. Also
 * reports to the schedule how the time between passes was spent. For the thread of the worker.
 */
public final class RunPlan {
    /** The interval for polling a feed, which does not notify this thread when it is ready. */
    private static final long FEED_POLL_NANOS = 500_000;

    private final Ticks ticks;
    private final BooleanSupplier commandsWait;
    private final boolean inGroup;

    /** What a run has done so far. For the thread of the worker. */
    public interface Ticks {
        /** Returns the schedule; null before the set-up. */
        @Nullable Schedule schedule();

        /** Returns the number of ticks that were stepped. */
        long steppedTicks();

        /** Returns whether the policy drops time under overload. */
        boolean slips();
    }

    private long wakeNanos;
    private boolean wakesForTick;

    /** A run that was not planned yet waits for the signal of its start. */
    private boolean dormant = true;

    private long priorityNanos;

    /** Whether time has begun before the newest pass, so that the next three fields are valid. */
    private boolean resumed;

    private long passNanos;
    private long passTicks;
    private long passDroppedNanos;
    final RunCost cost = new RunCost();
    private long plannedNanos;

    /**
     * The length of the newest step if the run must leave time to others; otherwise 0. That is so if the step was
     * longer than its ticks. It is also so if the run never slips and another tick is due: its backlog has no limit,
     * so its ticks would soon be due for longer than those of all others.
     */
    private long tooLongNanos;

    public RunPlan(Ticks ticks, BooleanSupplier commandsWait, boolean inGroup) {
        this.ticks = ticks;
        this.commandsWait = commandsWait;
        this.inGroup = inGroup;
    }

    /** Plans a pass for a moment at which a tick or the run itself begins. */
    public void planBegin(long atNanos) {
        wakeNanos = atNanos;
        priorityNanos = atNanos;
        wakesForTick = true;
        dormant = false;
        plannedNanos = atNanos;
    }

    /**
     * Notes that a pass begins, which ends the wait since the last one. The run was idle up to its wake-up. After that,
     * the thread ran other services, which is no proof that this one is too slow. However, a run whose own steps are
     * too long gets only the time that others leave, and must learn how little that is.
     *
     * @param wokeNanos when the thread last ended a wait
     * @param share the share of their speed that the thread leaves to its runs
     */
    public void resume(long nowNanos, long wokeNanos, double share) {
        Schedule schedule = ticks.schedule();
        resumed = true;
        passNanos = nowNanos;
        passTicks = ticks.steppedTicks();
        passDroppedNanos = schedule.timeline().droppedNanos();
        long idleToNanos = wokeNanos - wakeNanos > 0 || dormant ? wokeNanos : wakeNanos;
        if (idleToNanos - nowNanos > 0) {
            idleToNanos = nowNanos;
        }
        schedule.noteIdle(plannedNanos, idleToNanos);
        if (inGroup && tooLongNanos == 0) {
            schedule.noteOthers(nowNanos);
        }
        schedule.share(nowNanos, cost.isTooSlow() ? 1 : share);
    }

    /**
     * Plans the next pass after a pass.
     *
     * @param commandsRan whether commands have run since the newest tick
     * @param waits whether the next tick is due and waits for its input
     * @param rests whether nothing is to do until a signal, except commands that wait
     */
    public void plan(long nowNanos, boolean commandsRan, boolean waits, boolean rests) {
        Schedule schedule = ticks.schedule();
        plannedNanos = nowNanos;
        dormant = false;
        wakesForTick = false;
        noteStep(schedule, nowNanos);
        boolean commandsWait = this.commandsWait.getAsBoolean();
        long untilNanos = Math.min(schedule.untilDueNanos(nowNanos), schedule.inBatch() ? 0 : Long.MAX_VALUE);
        if (waits) {
            wakeAt(nowNanos + FEED_POLL_NANOS);
        } else if (commandsWait && !commandsRan) {
            wakeAt(nowNanos + Math.min(0, untilNanos));
        } else if (rests && !commandsWait) {
            dormant = true;
            wakeAt(nowNanos);
        } else if (untilNanos > Worker.POLL_NANOS && (commandsWait || untilNanos == Long.MAX_VALUE)) {
            wakeAt(nowNanos + Worker.POLL_NANOS);
        } else {
            wakesForTick = true;
            wakeAt(nowNanos + untilNanos);
        }
    }

    /** Returns the number of ticks that the newest pass has stepped. */
    long steppedTicks() {
        return resumed ? ticks.steppedTicks() - passTicks : 0;
    }

    /** Returns whether the newest pass has dropped time. */
    boolean hasDropped() {
        return resumed && ticks.schedule().timeline().droppedNanos() > passDroppedNanos;
    }

    /** Ends a measurement. Returns the part of a core that the run needs, unless it is too slow by itself. */
    double endWindow() {
        Schedule schedule = ticks.schedule();
        if (schedule == null) {
            return 0;
        }
        cost.endWindow(schedule.requestedTickNanos());
        return dormant || cost.isTooSlow() ? 0 : cost.demand();
    }

    /** Returns the part of a core that the run needs by the newest measurement, at most all of it. */
    double demand() {
        return dormant ? 0 : Math.min(1, cost.demand());
    }

    boolean canBeSlowed() {
        return ticks.slips();
    }

    private void noteStep(Schedule schedule, long nowNanos) {
        long ticks = steppedTicks();
        if (ticks > 0) {
            long tookNanos = nowNanos - passNanos;
            boolean tooLong = tookNanos > ticks * schedule.requestedTickNanos()
                    || !canBeSlowed() && schedule.untilDueNanos(nowNanos) <= -schedule.requestedTickNanos();
            tooLongNanos = tooLong ? tookNanos : 0;
        }
    }

    private void wakeAt(long nanos) {
        wakeNanos = nanos;
        // If its own steps are too long, the run goes after others that are due within the length of such a step.
        priorityNanos = tooLongNanos == 0 ? nanos : Math.max(nanos, plannedNanos) + tooLongNanos;
    }

    /** Returns when the next pass must run. */
    long wakeNanos() {
        return wakeNanos;
    }

    /** Returns whether the next pass steps a tick. If not, it only polls, and may run late. */
    boolean wakesForTick() {
        return wakesForTick;
    }

    /** Returns whether no pass is due until another thread has something for the run. */
    boolean isDormant() {
        return dormant;
    }

    /** Returns the time by which due runs are ordered: usually, when the tick was due. */
    long priorityNanos() {
        return priorityNanos;
    }
}
