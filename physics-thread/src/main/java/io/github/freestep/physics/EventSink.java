package io.github.freestep.physics;

import io.github.freestep.internal.EventValues;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.journal.Journal;
import io.github.freestep.physics.ring.Consumers;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reports events of a simulation's step to consumers. For the physics thread only. Wait-free, in time proportional to
 * the number of consumers; allocates nothing. Without a consumer, an event costs one read of an array's length.
 *
 * <pre>{@code
 * tick.events().user(EXPLODED, slot, State.NO_SLOT, x, y, z, strength); // in a step
 * }</pre>
 *
 * <p>Events belong to the tick of the step that reports them. A step's events wake their consumers only once the tick's
 * state is published, so that no picture waits for them.
 *
 * <p>Positions are {@code double}, because a {@code float} is off by 32 m at a distance of 1e9 m. Normals and impulses
 * do not need that range, so they are {@code float}.
 */
public final class EventSink {
    private final Consumers<EventStream> consumers;

    private final Journal<?> journal;
    private final OpenStep step;

    /** Null in a test without bodies; the events then name no lives. */
    private final @Nullable Bodies bodies;

    /** The event being written. It is filled once and copied into each consumer's ring. */
    private final PhysicsEvent draft = new PhysicsEvent();

    /** The consumers that receive the draft. Read once per event, so that one event goes to one set of consumers. */
    private EventStream @Nullable [] streams;

    /** Returns whether to report an event of a step; null to report all of them. */
    private @Nullable Predicate<EventValues> filter;

    EventSink(Consumers<EventStream> consumers, Journal<?> journal, OpenStep step, @Nullable Bodies bodies) {
        this.consumers = consumers;
        this.journal = journal;
        this.step = step;
        this.bodies = bodies;
    }

    /**
     * Reports that two bodies begin to touch.
     *
     * @param slotA the slot of one body
     * @param slotB the slot of the other body
     * @param x the x coordinate of the contact point, in the simulation's unit of length
     * @param y the y coordinate of the contact point, in the simulation's unit of length
     * @param z the z coordinate of the contact point, in the simulation's unit of length
     * @param nx the x component of the normal
     * @param ny the y component of the normal
     * @param nz the z component of the normal
     * @param impulse the impulse, in the simulation's own unit; NaN if the simulation does not know it
     * @throws IllegalStateException on a thread other than the one that steps
     */
    public void contactBegin(
            int slotA, int slotB, double x, double y, double z, float nx, float ny, float nz, float impulse) {
        if (draftPair(Kind.CONTACT_BEGIN, slotA, slotB, x, y, z)) {
            draft.values.nx = nx;
            draft.values.ny = ny;
            draft.values.nz = nz;
            draft.values.impulse = impulse;
            report();
        }
    }

    /**
     * Reports that two bodies no longer touch. A simulation should report one end for each begin, with the slots in the
     * same order.
     *
     * @param slotA the slot of one body
     * @param slotB the slot of the other body
     * @throws IllegalStateException on a thread other than the one that steps
     */
    public void contactEnd(int slotA, int slotB) {
        pair(Kind.CONTACT_END, slotA, slotB, Double.NaN, Double.NaN, Double.NaN);
    }

    /**
     * Reports that a body has entered a sensor, which is a body or a zone that others pass through.
     *
     * @param sensor the slot of the sensor
     * @param visitor the slot of the body that entered it
     * @param x the x coordinate of the place, in the simulation's unit of length; NaN if the simulation does not know
     * @param y the y coordinate of the place
     * @param z the z coordinate of the place
     * @throws IllegalStateException on a thread other than the one that steps
     */
    public void sensorBegin(int sensor, int visitor, double x, double y, double z) {
        pair(Kind.SENSOR_BEGIN, sensor, visitor, x, y, z);
    }

    /**
     * Reports that a body has left a sensor. A simulation should report one end for each begin.
     *
     * @param sensor the slot of the sensor
     * @param visitor the slot of the body that left it
     * @throws IllegalStateException on a thread other than the one that steps
     */
    public void sensorEnd(int sensor, int visitor) {
        pair(Kind.SENSOR_END, sensor, visitor, Double.NaN, Double.NaN, Double.NaN);
    }

    /**
     * Reports that a body has fallen asleep: it rests until something wakes it.
     *
     * @param slot the slot of the body
     * @throws IllegalStateException on a thread other than the one that steps
     */
    public void asleep(int slot) {
        pair(Kind.ASLEEP, slot, State.NO_SLOT, Double.NaN, Double.NaN, Double.NaN);
    }

    /**
     * Reports that a sleeping body has woken.
     *
     * @param slot the slot of the body
     * @throws IllegalStateException on a thread other than the one that steps
     */
    public void awake(int slot) {
        pair(Kind.AWAKE, slot, State.NO_SLOT, Double.NaN, Double.NaN, Double.NaN);
    }

    private void pair(Kind kind, int slotA, int slotB, double x, double y, double z) {
        if (draftPair(kind, slotA, slotB, x, y, z)) {
            report();
        }
    }

    /**
     * Reports an event of the simulation's own, such as a lap, a goal or a broken joint. The simulation decides what
     * each value means.
     *
     * @param code the simulation's code for this kind of event
     * @param slotA the slot of one body
     * @param slotB the slot of another body
     * @param x the x coordinate of the place, in the simulation's unit of length
     * @param y the y coordinate of the place, in the simulation's unit of length
     * @param z the z coordinate of the place, in the simulation's unit of length
     * @param data any other value
     * @throws IllegalStateException on a thread other than the one that steps
     */
    public void user(int code, int slotA, int slotB, double x, double y, double z, long data) {
        if (draftPair(Kind.USER, slotA, slotB, x, y, z)) {
            draft.values.code = code;
            draft.values.data = data;
            report();
        }
    }

    /** Sets which events of steps are reported from now on. */
    void filter(Predicate<EventValues> reports) {
        filter = reports;
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

    private void report() {
        if (filter == null || filter.test(draft.sent())) {
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
        // Without a consumer so far, the kind would load the class of the events.
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

    /**
     * Returns whether a consumer wants events of a kind, so that a simulation need not compute what nobody reads. A
     * consumer of {@link Kind#CANCELLED} wants the events of every step, because a prediction cancels any of them.
     *
     * @param kind one that this object reports
     * @return whether one wants them now; consumers may join and leave at any time
     */
    public boolean wants(Kind kind) {
        for (EventStream stream : consumers.rings()) {
            if (stream.wants(kind) || stream.wants(Kind.CANCELLED)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a consumer or a recorder wants hashes. If not, hashes are not computed. */
    boolean wantsHash() {
        for (EventStream stream : consumers.rings()) {
            if (stream.wants(Kind.HASH)) {
                return true;
            }
        }
        return journal.log().isRead();
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

    private boolean draftPair(Kind kind, int slotA, int slotB, double x, double y, double z) {
        checkThread();
        if (!draft(kind, step.tick, step.simulationNanos)) {
            return false;
        }
        draft.values.slotA = slotA;
        draft.values.slotB = slotB;
        draft.values.lifeA = life(slotA);
        draft.values.lifeB = life(slotB);
        draft.values.x = x;
        draft.values.y = y;
        draft.values.z = z;
        return true;
    }

    private int life(int slot) {
        return bodies == null || slot < 0 || slot >= bodies.slots() ? 0 : bodies.life(slot);
    }

    private void write() {
        for (EventStream stream : streams) {
            if (stream.wants(draft.kind)) {
                stream.write(draft, draft.tick);
            }
        }
    }

    /**
     * Rejects the worker threads of a parallel solver: each ring has a single producer, so a second would
     * tear it silently.
     */
    private void checkThread() {
        if (step.owner != Thread.currentThread()) {
            throw new IllegalStateException("events must be written on the thread that steps, which is " + step.owner
                    + ", was " + Thread.currentThread()
                    + "; collect them on the worker threads, and write them when the workers are done");
        }
    }
}
