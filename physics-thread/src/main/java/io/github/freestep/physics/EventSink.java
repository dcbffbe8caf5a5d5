package io.github.freestep.physics;

import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.journal.Journal;
import io.github.freestep.physics.ring.Consumers;

/**
 * Reports events of a simulation's step to consumers. For the physics thread alone; wait-free, in time proportional to
 * the number of consumers; allocates nothing. Without a consumer an event costs a look at the length of an array.
 *
 * <p>What a step reports belongs to the tick of that step. Consumers are woken once the tick's state is published, so
 * that no picture waits for them.
 *
 * <p>Positions are {@code double}, since a {@code float} is off by 32 m at a distance of 1e9 m. Normals and impulses are
 * {@code float}: they need no such range.
 */
public final class EventSink {
    private final Consumers<EventStream> consumers;
    private final Journal journal;

    /** Written once an event, and copied into each consumer's ring. */
    private final PhysicsEvent draft = new PhysicsEvent();

    /** Those who get the draft: one look an event, so that it goes to the same ones throughout. */
    private EventStream[] streams;

    /** The thread of the newest step; null before the first. */
    private Thread owner;

    private long stepTick;
    private long stepSimulationNanos;

    EventSink(Consumers<EventStream> consumers, Journal journal) {
        this.consumers = consumers;
        this.journal = journal;
    }

    /**
     * Two bodies touch.
     *
     * @param bodyA one body
     * @param bodyB the other
     * @param x the point, along x, in the simulation's unit of length
     * @param y the point, along y, in the simulation's unit of length
     * @param z the point, along z, in the simulation's unit of length
     * @param nx the normal, along x
     * @param ny the normal, along y
     * @param nz the normal, along z
     * @param impulse how hard, in the simulation's own unit
     * @throws IllegalStateException if called by another thread than the one that ticks
     */
    public void contact(
            int bodyA, int bodyB, double x, double y, double z, float nx, float ny, float nz, float impulse) {
        checkThread();
        if (draft(Kind.CONTACT_BEGIN, stepTick, stepSimulationNanos)) {
            bodies(bodyA, bodyB, x, y, z);
            draft.nx = nx;
            draft.ny = ny;
            draft.nz = nz;
            draft.impulse = impulse;
            write(null);
        }
    }

    /**
     * Whatever the simulation means by it: a lap, a goal, a broken joint.
     *
     * @param code what the simulation calls it
     * @param bodyA one body
     * @param bodyB another
     * @param x the point, along x, in the simulation's unit of length
     * @param y the point, along y, in the simulation's unit of length
     * @param z the point, along z, in the simulation's unit of length
     * @param value one more value
     * @throws IllegalStateException if called by another thread than the one that ticks
     */
    public void user(int code, int bodyA, int bodyB, double x, double y, double z, long value) {
        checkThread();
        if (draft(Kind.USER, stepTick, stepSimulationNanos)) {
            bodies(bodyA, bodyB, x, y, z);
            draft.code = code;
            draft.data = value;
            write(null);
        }
    }

    /**
     * Begins a step: what the simulation reports from now on belongs to this tick. The calling thread becomes the one
     * that may report.
     */
    void beginStep(long tick, long simulationNanos) {
        owner = Thread.currentThread();
        stepTick = tick;
        stepSimulationNanos = simulationNanos;
    }

    void tick(
            long tick,
            long simulationNanos,
            long latenessNanos,
            long computeNanos,
            long publicationLatenessNanos,
            long debtNanos,
            boolean isPublished) {
        journal.tick(tick);
        if (draft(Kind.TICK, tick, simulationNanos)) {
            draft.latenessNanos = latenessNanos;
            draft.computeNanos = computeNanos;
            draft.publicationLatenessNanos = publicationLatenessNanos;
            draft.debtNanos = debtNanos;
            draft.isPublished = isPublished;
            write(null);
        }
    }

    void slip(long tick, long simulationNanos, long droppedNanos) {
        if (draft(Kind.SLIP, tick, simulationNanos)) {
            draft.droppedNanos = droppedNanos;
            write(null);
        }
    }

    void sustainedScale(long tick, long simulationNanos, double scale) {
        if (draft(Kind.SUSTAINED_SCALE, tick, simulationNanos)) {
            draft.sustainedScale = scale;
            write(null);
        }
    }

    void fault(long tick, long simulationNanos, Throwable cause) {
        journal.fault(tick, cause);
        if (draft(Kind.FAULT, tick, simulationNanos)) {
            draft.cause = cause;
            write(null);
        }
    }

    /** Goes to the others: the one whose handler failed would only fail again. */
    void handlerFailed(long tick, long simulationNanos, EventSubscription failed, Throwable cause) {
        if (draft(Kind.HANDLER_FAILED, tick, simulationNanos)) {
            draft.cause = cause;
            write(failed.stream());
        }
    }

    /** The journal, for what is no event: input, commands, and how time runs. */
    Journal journal() {
        return journal;
    }

    /** Whether a consumer or a recorder wants hashes: otherwise they need not be computed. */
    boolean wantsHash() {
        return journal.isRead() || wants(Kind.HASH);
    }

    private boolean wants(Kind kind) {
        for (EventStream stream : consumers.rings()) {
            if (stream.wants(kind)) {
                return true;
            }
        }
        return false;
    }

    void hash(long tick, long simulationNanos, long hash) {
        journal.hash(tick, hash);
        if (draft(Kind.HASH, tick, simulationNanos)) {
            draft.hash = hash;
            write(null);
        }
    }

    /** Wakes those for whom something was written since the last time: to be called once the state is published. */
    void flush() {
        for (EventStream stream : consumers.rings()) {
            stream.flush();
        }
    }

    private boolean draft(Kind kind, long tick, long simulationNanos) {
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

    private void bodies(int bodyA, int bodyB, double x, double y, double z) {
        draft.slotA = bodyA;
        draft.slotB = bodyB;
        draft.x = x;
        draft.y = y;
        draft.z = z;
    }

    private void write(EventStream except) {
        for (EventStream stream : streams) {
            if (stream != except && stream.wants(draft.kind)) {
                stream.write(draft, draft.tick);
            }
        }
    }

    /** The rings have a single producer, and would be torn without a word by the workers of a parallel solver. */
    private void checkThread() {
        if (owner != Thread.currentThread()) {
            throw new IllegalStateException("events are written by the physics thread, " + owner + ", and not by "
                    + Thread.currentThread() + "; collect them there, and write them when the workers are done");
        }
    }
}
