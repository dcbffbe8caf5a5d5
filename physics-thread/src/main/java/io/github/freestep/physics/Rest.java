package io.github.freestep.physics;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.physics.input.InputCollector;
import io.github.freestep.physics.schedule.Schedule;

/**
 * Lets a run sleep while its world rests, see {@link Simulation#resting}. Afterwards, skips the ticks that were due
 * meanwhile. For the physics thread; allocates nothing.
 */
final class Rest {
    /** An input that has waited for longer than this is late anyway, so the ticks before it are skipped. */
    private static final long LATE_NANOS = 20_000_000;

    private final RunParts parts;
    private final World world;
    private final Publication publication;
    private final InputCollector inputs;
    private boolean resting;

    /** Whether an input wakes the run. */
    private boolean wakesOnInput;

    Rest(RunParts parts, World world, Publication publication) {
        this.parts = parts;
        this.world = world;
        this.publication = publication;
        inputs = parts.inputs();
    }

    /** Begins a rest, if nothing is to do. Returns whether the run may sleep until a signal. */
    boolean begin() {
        boolean paused = parts.schedule().timeline().anchor().isPaused();
        if (!paused && (!world.resting || parts.output().wantsHash() || !inputs.isEmpty())) {
            return false;
        }
        long nowNanos = parts.clock().nanoTime();
        if (parts.schedule().untilDueNanos(nowNanos) <= 0) {
            return false;
        }
        if (paused) {
            return true;
        }
        // In fast motion, and at high rates, the newest state may not be written yet. Readers keep it for the
        // whole rest.
        publication.publishNewest(nowNanos);
        // For a fault of this write, because no other pass may come for long.
        parts.output().flush();
        wakesOnInput = true;
        inputs.queue.signal(parts.signal());
        resting = inputs.isEmpty();
        return resting;
    }

    /**
     * Ends a rest. Drains the input queue, skips the ticks that are due before the first input, and publishes the
     * newest tick that was skipped.
     */
    void end() {
        if (wakesOnInput) {
            wakesOnInput = false;
            inputs.queue.signal(null);
        }
        if (!resting) {
            return;
        }
        resting = false;
        long nowNanos = parts.clock().nanoTime();
        inputs.drain(nowNanos);
        Schedule schedule = parts.schedule();
        Timeline timeline = schedule.timeline();
        // An input belongs to the first tick that is due at its time or later, so only ticks that are due before it are
        // skipped. Without an input, those that are due now are skipped, too.
        long inputNanos = inputs.earliestNanos(nowNanos + 1) - 1;
        long toNanos = inputNanos - (nowNanos - LATE_NANOS) < 0 ? nowNanos - LATE_NANOS : inputNanos;
        long tick = timeline.tickAt(timeline.simulationAt(toNanos));
        if (tick > schedule.doneTick()) {
            schedule.skipTo(nowNanos, tick);
            inputs.skipTo(timeline.dueNanos(tick));
            parts.metrics().skippedTo(tick);
            // Readers then move on from the present, and not from when the rest began.
            publication.writeAndPublish(tick, nowNanos);
        }
    }
}
