package io.github.freestep.physics;

import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.journal.RunLog;
import io.github.freestep.physics.report.RunEvents;
import io.github.freestep.physics.schedule.Pace;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.time.TimeAnchor;
import org.jspecify.annotations.Nullable;

/**
 * Tells the journal, metrics, events and the flight recorder what ticks got and took, which time was dropped, and how
 * fast time runs. For the thread that steps; allocates only as time becomes slower for the first time.
 */
final class TickReport {
    private final RunParts parts;
    private final PhysicsMetrics metrics;
    private final RunEvents flightEvents;
    private final Schedule schedule;
    private final Pace pace;

    /** Whether the clock of ticks stands still during a step, as in a stepper, so that the stopwatch measures it. */
    private final boolean isInline;

    /** Whether the user's code gives the input, which takes a part of the time before a tick. */
    private final boolean asksForInput;

    /** When the tick began, on the clock of a service; in a stepper, on the real one. */
    private long beganNanos;

    /** The sustained scale that the metrics show. */
    private double shownScale = 1;

    /** The sustained scale of the newest event. */
    private double toldScale = 1;

    /** Null before a tick at another sustained scale, because without a change there is no overload. */
    private @Nullable OverloadAlarm overload;

    TickReport(RunParts parts) {
        this.parts = parts;
        schedule = parts.schedule();
        pace = parts.pace();
        metrics = parts.metrics();
        flightEvents = parts.flightEvents();
        isInline = parts.setup().isInline();
        asksForInput = parts.setup().inputStage() != null || parts.inputs().sources() > 0;
    }

    /** Reports that time of the backlog was dropped. */
    void slipped(long droppedNanos) {
        metrics.slip(droppedNanos);
        flightEvents.slip(schedule.doneTick(), droppedNanos);
    }

    /**
     * Reports a change of the sustained scale. Call it before the first tick at the new speed. A change that a player
     * hardly notices is not reported as an event, unless it ends the overload.
     */
    void sustainedScale() {
        double scale = schedule.sustainedScale() * pace.sustainedScale();
        if (scale != shownScale) {
            shownScale = scale;
            metrics.sustainedScale(scale);
        }
        if (scale != toldScale && (scale == 1 || Math.abs(scale - toldScale) > 1 - OverloadAlarm.LEAST_SPEED)) {
            toldScale = scale;
            EventWriter events = parts.output().writer();
            if (events != null) {
                long simulatedNanos = schedule.timeline().simulatedNanos();
                events.number(
                        Kind.SUSTAINED_SCALE, schedule.doneTick(), simulatedNanos, Double.doubleToRawLongBits(scale));
            }
        }
    }

    /** Notes that a tick waits for its input. */
    void waited() {
        if (overload != null) {
            overload.waited();
        }
    }

    /** Notes that the world rests. */
    void rests() {
        if (overload != null) {
            overload.rest();
        }
    }

    /**
     * Begins to measure a tick.
     *
     * @param passNanos the reading of the clock at the beginning of the pass
     */
    void tickBegins(long passNanos) {
        flightEvents.tickBegins();
        beganNanos = isInline || asksForInput ? parts.setup().stopwatch().nanoTime() : passNanos;
    }

    /** Writes the input of a tick to the journal. */
    void input(long tick) {
        RunLog log = parts.output().log();
        if (log != null) {
            log.input(tick, parts.inputs().values());
        }
    }

    /**
     * Reports the newest tick.
     *
     * @param dueNanos when it was due
     * @param startedNanos when the work on it began, with that on its input
     * @param endedNanos when its state was published, or when it ended without one
     * @param hashes whether the work has continued with the hash
     */
    void tick(long dueNanos, long startedNanos, long endedNanos, boolean isPublished, boolean hashes) {
        long workedNanos = isInline || hashes ? parts.setup().stopwatch().nanoTime() : endedNanos;
        long computeNanos = workedNanos - beganNanos;
        long done = schedule.doneTick();
        long simulationNanos = schedule.timeline().simulatedNanos();
        long debt = schedule.debtNanos(endedNanos);
        boolean overrun = computeNanos > schedule.scaledTickNanos();
        long lateness = startedNanos - dueNanos;
        long publicationLateness = isPublished ? endedNanos - pace.dueNanos(simulationNanos, dueNanos) : 0;
        metrics.tick(done, lateness, computeNanos, overrun, debt);
        metrics.input(parts.inputs().counts);
        EventWriter events = parts.output().writer();
        if (events != null) {
            events.tick(done, simulationNanos, lateness, computeNanos, publicationLateness, isPublished);
        }
        TimeAnchor anchor = pace.anchor();
        flightEvents.tick(
                done, simulationNanos, anchor, startedNanos, endedNanos, lateness, computeNanos, publicationLateness);
        if (overrun) {
            flightEvents.overrun(done, computeNanos);
        }
        if (overload != null || shownScale != 1) {
            watchOverload(done, computeNanos);
        }
        flightEvents.lateInputs(done, parts.inputs().counts.deferred());
    }

    /** If another service fills the heap, an overload is reported later. It must not end this run. */
    private void watchOverload(long tick, long computeNanos) {
        try {
            overload = overload == null ? new OverloadAlarm(parts, schedule) : overload;
            overload.step(tick, computeNanos);
        } catch (OutOfMemoryError full) {
            // The next report may succeed.
        }
    }
}
