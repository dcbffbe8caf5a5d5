package io.github.freestep.physics;

import io.github.freestep.internal.EventValues;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.event.Consumers;
import io.github.freestep.physics.journal.Journal;

/**
 * Writes events to the consumers of a run, and those that a recorder needs to its journal. It is made with the first
 * consumer or recorder, and not with the {@link EventSink}, which passes events of the simulation to it. For the thread
 * that steps. Wait-free, in time proportional to the number of consumers; allocates nothing.
 */
final class EventWriter {
    private final Consumers<EventStream> consumers;
    private final Journal<?> journal;

    /** The event being written. It is filled once and copied into each consumer's ring. */
    final PhysicsEvent draft = new PhysicsEvent();

    /** The consumers that receive the draft. Read once per event, so that one event goes to one set of consumers. */
    private EventStream[] streams = {};

    EventWriter(Consumers<EventStream> consumers, Journal<?> journal) {
        this.consumers = consumers;
        this.journal = journal;
    }

    /**
     * Reports an event that no step has reported.
     *
     * @param isWrong whether it was predicted, and has not come true
     */
    void report(EventValues event, long simulationNanos, boolean isWrong) {
        Kind kind = PhysicsEvent.received(event.kind);
        if (draft(isWrong ? Kind.CANCELLED : kind, event.tick, simulationNanos)) {
            draft.values.copy(event);
            draft.cancelled = kind;
            write();
        }
    }

    void tick(
            long tick,
            long simulationNanos,
            long latenessNanos,
            long computeNanos,
            long publicationLatenessNanos,
            boolean isPublished) {
        journal.log().tick(tick);
        if (draft(Kind.TICK, tick, simulationNanos)) {
            draft.latenessNanos = latenessNanos;
            draft.computeNanos = computeNanos;
            draft.publicationLatenessNanos = publicationLatenessNanos;
            draft.isPublished = isPublished;
            write();
        }
    }

    /** Reports an event with one number: a time, a number of ticks, a hash, or the bits of a scale. */
    void number(Kind kind, long tick, long simulationNanos, long number) {
        if (draft(kind, tick, simulationNanos)) {
            draft.number = number;
            write();
        }
    }

    void fault(long tick, long simulationNanos, Throwable cause) {
        journal.log().fault(tick, cause);
        failed(Kind.FAULT, tick, simulationNanos, cause);
    }

    /** Reports a failure that was found on the physics thread. */
    void failed(Kind kind, long tick, long simulationNanos, Throwable cause) {
        if (draft(kind, tick, simulationNanos)) {
            draft.cause = cause;
            write();
        }
    }

    /** Returns whether a consumer wants events of a kind. */
    boolean wants(Kind kind) {
        for (EventStream stream : consumers.rings()) {
            if (stream.wants(kind)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a consumer or a recorder wants hashes. If not, hashes are not computed. */
    boolean wantsHash() {
        return wants(Kind.HASH) || journal.log().isRead();
    }

    void hash(long tick, long simulationNanos, long hash) {
        journal.log().hash(tick, hash);
        number(Kind.HASH, tick, simulationNanos, hash);
    }

    /**
     * Wakes the consumers for which an event was written since the last call. A recorder needs no waking. After a step,
     * call it once the state is published.
     */
    void flush() {
        for (EventStream stream : consumers.rings()) {
            stream.flush();
        }
    }

    /** Begins an event. Returns false if there are no consumers, so that there is nothing to write. */
    boolean draft(Kind kind, long tick, long simulationNanos) {
        streams = consumers.rings();
        if (streams.length == 0) {
            return false;
        }
        draft.kind = kind;
        draft.tick = tick;
        draft.simulationNanos = simulationNanos;
        draft.cause = null;
        return true;
    }

    /** Writes the draft to the consumers that want its kind. */
    void write() {
        for (EventStream stream : streams) {
            if (stream.wants(draft.kind)) {
                stream.write(draft, draft.tick);
            }
        }
    }
}
