package io.github.freestep.physics.rooms.workers;

import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.physics.thread.Passes;
import io.github.freestep.physics.thread.RunPlan;

/**
 * Decides how urgent the next pass of a run is, compared with other runs of the same thread, and measures how much of
 * the thread the run needs. For the thread of the worker.
 */
final class GroupPlan {
    private final Passes passes;

    /** Whether time has begun before the newest pass, so that the next three fields are valid. */
    private boolean resumed;

    private long passNanos;
    private long passTicks;
    private long passDroppedNanos;
    final RunCost cost = new RunCost();

    /** The time by which due runs are ordered: usually, when the tick was due. */
    long priorityNanos;

    /**
     * The length of the newest step if the run must leave time to others; otherwise 0. That is so if the step was
     * longer than its ticks. It is also so if the run never slips and another tick is due: its backlog has no limit,
     * so its ticks would soon be due for longer than those of all others.
     */
    private long tooLongNanos;

    final SlowedTicks slowedTicks = new SlowedTicks();

    GroupPlan(Passes passes) {
        this.passes = passes;
    }

    /** Returns when the next pass must run. */
    RunPlan plan() {
        return passes.plan();
    }

    private Schedule schedule() {
        return plan().schedule();
    }

    /**
     * Notes that a pass begins. A run whose own steps are too long gets only the time that others leave, and must learn
     * how little that is. For the others, the time in which the thread ran other services does not prove that they are
     * too slow. If a part of this fails, the pass ends the run.
     *
     * @param wokeNanos when the thread last ended a wait
     * @param parkLatenessNanos how late the waits of the thread end
     * @param share the share of their speed that the thread leaves to its runs
     */
    void resume(long nowNanos, long wokeNanos, long parkLatenessNanos, double share) {
        try {
            passes.resume(nowNanos, wokeNanos, parkLatenessNanos);
            if (!passes.hasBegun()) {
                return;
            }
            Schedule schedule = schedule();
            resumed = true;
            passNanos = nowNanos;
            passTicks = schedule.steppedTicks();
            passDroppedNanos = schedule.timeline().droppedNanos();
            if (tooLongNanos == 0) {
                schedule.noteOthers(nowNanos);
            }
            schedule.share(
                    nowNanos, cost.isTooSlow() ? slowedTicks.end() : slowedTicks.share(schedule, nowNanos, share));
        } catch (Throwable failure) {
            passes.failNext(failure);
        }
    }

    /** Plans when the next pass comes. If planning fails, that pass comes at once and ends the run. */
    void planNext(long nowNanos) {
        try {
            passes.planNext(nowNanos);
        } catch (Throwable failure) {
            passes.failNext(failure);
            plan().planBegin(nowNanos);
        }
        planned(nowNanos);
    }

    /** Notes the pass that has just been planned. If this fails, the next pass ends the run. */
    void planned(long nowNanos) {
        try {
            noteStep(nowNanos);
        } catch (Throwable failure) {
            passes.failNext(failure);
        }
        long wakeNanos = wakeNanos();
        // If its own steps are too long, the run goes after others that are due within the length of such a step.
        priorityNanos = tooLongNanos == 0 ? wakeNanos : Math.max(wakeNanos, nowNanos) + tooLongNanos;
    }

    private void noteStep(long nowNanos) {
        long ticks = steppedTicks();
        if (ticks > 0) {
            Schedule schedule = schedule();
            long tookNanos = nowNanos - passNanos;
            boolean tooLong = tookNanos > ticks * schedule.requestedTickNanos()
                    || !canBeSlowed() && schedule.untilDueNanos(nowNanos) <= -schedule.requestedTickNanos();
            tooLongNanos = tooLong ? tookNanos : 0;
        }
    }

    /** Returns the number of ticks that the newest pass has stepped. */
    long steppedTicks() {
        return resumed ? schedule().steppedTicks() - passTicks : 0;
    }

    /** Returns whether the newest pass has dropped time. */
    boolean hasDropped() {
        return resumed && schedule().timeline().droppedNanos() > passDroppedNanos;
    }

    /** Ends a measurement. Returns the part of a core that the run needs, unless it is too slow by itself. */
    double endWindow() {
        if (!passes.hasBegun()) {
            return 0;
        }
        Schedule schedule = schedule();
        cost.endWindow(schedule.requestedTickNanos());
        return isDormant() || cost.isTooSlow() ? 0 : cost.demand();
    }

    /** Returns the part of a core that the run needs by the newest measurement, at most all of it. */
    double demand() {
        return isDormant() ? 0 : Math.min(1, cost.demand());
    }

    boolean canBeSlowed() {
        return schedule().slips();
    }

    long wakeNanos() {
        return plan().wakeNanos();
    }

    boolean isDormant() {
        return plan().isDormant();
    }
}
