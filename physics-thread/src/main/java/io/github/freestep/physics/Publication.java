package io.github.freestep.physics;

import static io.github.freestep.state.State.NO_SLOT;

import io.github.freestep.physics.input.InputCounts;
import io.github.freestep.physics.journal.RunLog;
import io.github.freestep.physics.report.Fault;
import io.github.freestep.physics.schedule.Pace;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.physics.watch.UserCode.Call;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.TimeAnchor;

/**
 * Publishes states with the anchor that readers use. Publishes no new state while the world is inconsistent. For the
 * thread that steps.
 */
final class Publication {
    private final RunParts parts;
    private final StatePublisher publisher;

    private final TimeAnchor publishedAnchor = new TimeAnchor();
    private final TimeAnchor journaledAnchor = new TimeAnchor();

    private final Schedule schedule;
    private final Pace pace;

    private long writtenTick = -1;

    /** When the newest state was published. */
    long publishedNanos;

    /** Whether the newest step has not failed. */
    private boolean stepped = true;

    /** Whether the world is consistent, as far as is known: the newest step and the newest write have not failed. */
    boolean consistent = true;

    Publication(RunParts parts) {
        this.parts = parts;
        publisher = parts.publisher();
        schedule = parts.schedule();
        pace = parts.pace();
    }

    /**
     * Writes the state after a tick, and publishes it if it is valid. If the tick has a published state already, the
     * new one takes its place.
     *
     * @return whether the state is valid
     */
    boolean writeAndPublish(long tick, long startedNanos) {
        if (tick != writtenTick) {
            pace.state(parts.clock(), schedule.timeline().simulationOf(tick));
        }
        boolean isValid = write(tick, startedNanos);
        if (isValid) {
            publishNew(tick);
        }
        return isValid;
    }

    /**
     * Writes the state after a tick without publishing it. If it is not valid, that is a fault, unless a state after
     * the same step was not valid either, because that fault was reported already.
     *
     * @return whether the state is valid
     */
    boolean write(long tick, long startedNanos) {
        long simulationNanos = schedule.timeline().simulationOf(tick);
        StateWriter state = tick == writtenTick
                ? publisher.replace(pace.anchor(), startedNanos)
                : publisher.begin(tick, simulationNanos, pace.anchor(), startedNanos);
        publisher.overloaded(isOverloaded());
        int body = NO_SLOT;
        Throwable failure = null;
        parts.userCode().enter(Call.WRITE, tick);
        try {
            parts.setup().simulation().write(state);
            // Throws if a spawned body was not written.
            body = publisher.firstNotFinite();
        } catch (Throwable t) {
            failure = t;
        }
        parts.userCode().leave();
        boolean wasConsistent = consistent;
        consistent = failure == null && body == NO_SLOT;
        if (!consistent) {
            // A failed step has been reported already, as has an earlier failed write without a step since then.
            if (wasConsistent) {
                Fault fault = failure == null ? Fault.NOT_FINITE : Fault.WRITE;
                parts.faults().handle(fault, tick, body, failure, tick, simulationNanos);
            }
            parts.output().unshown.unshown(tick);
        }
        return consistent;
    }

    private void publishNew(long tick) {
        InputCounts inputs = parts.inputs().counts;
        publisher.input(inputs.consumedSequence(), inputs.consumedNanos());
        publish();
        writtenTick = tick;
        parts.output().unshown.published(tick);
    }

    /** Publishes the state that was written last, with the times of a state that is written now. */
    void publishWritten(long toTick) {
        long simulationNanos = schedule.timeline().simulationOf(toTick);
        long now = parts.clock().nanoTime();
        pace.state(parts.clock(), simulationNanos);
        publisher.begin(toTick, simulationNanos, pace.anchor(), now);
        publishNew(toTick);
    }

    /**
     * Notes the result of a step. A failed step leaves the world inconsistent; a successful one makes it
     * consistent again.
     */
    void stepped(long tick, boolean succeeded) {
        stepped = succeeded;
        consistent = succeeded;
        if (!succeeded) {
            parts.output().unshown.unshown(tick);
        }
    }

    /** Reports the hash of the state that was written last. */
    void reportHash(long tick, long simulationNanos) {
        EventWriter events = parts.output().writer();
        if (events != null) {
            events.hash(tick, simulationNanos, publisher.hash());
        }
    }

    /**
     * Publishes the anchor, if it has changed since the last publication. If the newest tick is not published yet,
     * writes and publishes its state with the new anchor. If it is, or if its state cannot be written, publishes the
     * newest published state again with the new anchor.
     */
    void publishNewAnchor(long now) {
        pace.noteResume(now);
        if (publishedAnchor.same(pace.anchor())) {
            return;
        }
        long newest = schedule.doneTick();
        if (writtenTick == newest || !consistent || !writeAndPublish(newest, now)) {
            publisher.amend(pace.anchor());
            publisher.overloaded(isOverloaded());
            publish();
        }
    }

    /** Returns whether the speed of the next state is not the requested one. */
    private boolean isOverloaded() {
        return schedule.sustainedScale() != 1 || pace.sustainedScale() != 1;
    }

    /**
     * Writes and publishes the newest state, unless that was done already. Most states of a catch-up are not written.
     */
    void publishNewest(long now) {
        if (writtenTick < schedule.doneTick() && consistent) {
            writeAndPublish(schedule.doneTick(), now);
        }
    }

    /**
     * Publishes the newest tick with what commands have changed since it was written. That is also tried after a write
     * that has failed, such as with a NaN, because a command may have repaired the world.
     */
    void publishEdits(long now) {
        if (stepped) {
            writeAndPublish(schedule.doneTick(), now);
        }
    }

    /** Publishes the begun state. Writes the anchor of time to the journal if it has changed. */
    private void publish() {
        publishedNanos = parts.clock().nanoTime();
        publisher.publish(publishedNanos);
        publishedAnchor.set(pace.anchor());
        if (!journaledAnchor.same(schedule.timeline().anchor())) {
            journaledAnchor.set(schedule.timeline().anchor());
            RunLog log = parts.output().log();
            if (log != null) {
                log.time(schedule.doneTick(), journaledAnchor);
            }
        }
    }
}
