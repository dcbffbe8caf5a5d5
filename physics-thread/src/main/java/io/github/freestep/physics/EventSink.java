package io.github.freestep.physics;

import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.time.TimeAnchor;

/**
 * Where a simulation's step tells what happened. For the physics thread alone; wait-free, in time proportional to the number
 * of consumers; allocates nothing. Without a consumer an event costs a look at the length of an array.
 *
 * <p>Consumers are woken once the tick's state is published, so that no picture waits for them.
 */
public final class EventSink {
    private final Events events;

    /** Written once an event, and copied into each consumer's ring. */
    private final PhysicsEvent draft = new PhysicsEvent();

    /** Those who get the draft: one look an event, so that it goes to the same ones throughout. */
    private EventStream[] streams;

    /** The thread of the newest step; null before the first. */
    private Thread owner;

    private long stepTick;
    private long stepSimulationNanos;

    EventSink(Events events) {
        this.events = events;
    }

    /**
     * Two bodies touch.
     *
     * @param bodyA one body
     * @param bodyB the other
     * @param x the point, along x
     * @param y the point, along y
     * @param z the point, along z
     * @param nx the normal, along x
     * @param ny the normal, along y
     * @param nz the normal, along z
     * @param impulse how hard, in the simulation's own unit
     * @throws IllegalStateException if called by another thread than the one that ticks
     */
    public void contact(int bodyA, int bodyB, float x, float y, float z, float nx, float ny, float nz, float impulse) {
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
     * @param x the point, along x
     * @param y the point, along y
     * @param z the point, along z
     * @param value one more value
     * @throws IllegalStateException if called by another thread than the one that ticks
     */
    public void user(int code, int bodyA, int bodyB, float x, float y, float z, long value) {
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

    /** Whether anybody is told of such events: what nobody wants need not be found out. */
    boolean wants(Kind kind) {
        for (EventStream stream : events.streams()) {
            if (stream.wants(kind)) {
                return true;
            }
        }
        return false;
    }

    void axis(long tick, long simulationNanos, int axis, float value) {
        if (draft(Kind.AXIS, tick, simulationNanos)) {
            draft.code = axis;
            draft.amount = value;
            write(null);
        }
    }

    void input(long tick, long simulationNanos, boolean edge, int code, float value, double fraction) {
        if (draft(Kind.INPUT, tick, simulationNanos)) {
            draft.action = edge;
            draft.code = code;
            draft.amount = value;
            draft.fraction = fraction;
            write(null);
        }
    }

    void command(long tick, long simulationNanos, Object command) {
        if (draft(Kind.COMMAND, tick, simulationNanos)) {
            draft.command = command;
            write(null);
        }
    }

    void time(long tick, long simulationNanos, TimeAnchor anchor) {
        if (draft(Kind.TIME, tick, simulationNanos)) {
            draft.anchor.set(anchor);
            write(null);
        }
    }

    void hash(long tick, long simulationNanos, long hash) {
        if (draft(Kind.HASH, tick, simulationNanos)) {
            draft.hash = hash;
            write(null);
        }
    }

    /** Wakes those for whom something was written since the last time: to be called once the state is published. */
    void flush() {
        for (EventStream stream : events.streams()) {
            stream.flush();
        }
    }

    private boolean draft(Kind kind, long tick, long simulationNanos) {
        streams = events.streams();
        if (streams.length == 0) {
            return false;
        }
        draft.kind = kind;
        draft.tick = tick;
        draft.simulationNanos = simulationNanos;
        draft.cause = null;
        draft.command = null;
        return true;
    }

    private void bodies(int bodyA, int bodyB, float x, float y, float z) {
        draft.slotA = bodyA;
        draft.slotB = bodyB;
        draft.x = x;
        draft.y = y;
        draft.z = z;
    }

    private void write(EventStream except) {
        for (EventStream stream : streams) {
            if (stream != except && stream.wants(draft.kind)) {
                stream.write(draft);
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
