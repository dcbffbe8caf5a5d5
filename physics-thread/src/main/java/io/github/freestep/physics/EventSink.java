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

    private Thread owner;

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
        if (draft(Kind.CONTACT_BEGIN)) {
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
        if (draft(Kind.USER)) {
            bodies(bodyA, bodyB, x, y, z);
            draft.code = code;
            draft.data = value;
            write(null);
        }
    }

    /** What the events that follow carry. The thread that calls this is the physics thread. */
    void begin(long tick, long simulationNanos) {
        owner = Thread.currentThread();
        draft.tick = tick;
        draft.simulationNanos = simulationNanos;
    }

    void tick(long latenessNanos, long computeNanos, long publicationLatenessNanos, long debtNanos, boolean written) {
        if (draft(Kind.TICK)) {
            draft.latenessNanos = latenessNanos;
            draft.computeNanos = computeNanos;
            draft.publicationLatenessNanos = publicationLatenessNanos;
            draft.debtNanos = debtNanos;
            draft.isPublished = written;
            write(null);
        }
    }

    void slip(long droppedNanos) {
        if (draft(Kind.SLIP)) {
            draft.droppedNanos = droppedNanos;
            write(null);
        }
    }

    void sustainedScale(double held) {
        if (draft(Kind.SUSTAINED_SCALE)) {
            draft.sustainedScale = held;
            write(null);
        }
    }

    void fault(Throwable cause) {
        if (draft(Kind.FAULT)) {
            draft.cause = cause;
            write(null);
        }
    }

    /** Goes to the others: the one whose handler failed would only fail again. */
    void handlerFailed(EventSubscription failed, Throwable cause) {
        if (draft(Kind.HANDLER_FAILED)) {
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

    void axis(int axis, float value) {
        if (draft(Kind.AXIS)) {
            draft.code = axis;
            draft.amount = value;
            write(null);
        }
    }

    void input(boolean edge, int code, float value, double fraction) {
        if (draft(Kind.INPUT)) {
            draft.action = edge;
            draft.code = code;
            draft.amount = value;
            draft.fraction = fraction;
            write(null);
        }
    }

    void command(ValueCommand<?> command) {
        if (draft(Kind.COMMAND)) {
            draft.command = command;
            write(null);
        }
    }

    void time(TimeAnchor anchor) {
        if (draft(Kind.TIME)) {
            draft.anchor.set(anchor);
            write(null);
        }
    }

    void hash(long hash) {
        if (draft(Kind.HASH)) {
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

    private boolean draft(Kind kind) {
        streams = events.streams();
        if (streams.length == 0) {
            return false;
        }
        draft.kind = kind;
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
