package io.github.freestep.physics;

import io.github.freestep.internal.EventValues;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reports events of a simulation's step to consumers. For the physics thread only. Wait-free, in time proportional to
 * the number of consumers; allocates nothing. As long as no consumer has joined, an event costs one read of memory,
 * because the first thread that joins a consumer makes what writes events.
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
    private final AtomicReference<@Nullable EventWriter> writer;

    private final OpenStep step;

    /** Returns whether to report an event of a step; null to report all of them. */
    private @Nullable Predicate<EventValues> filter;

    /** Null in a test without bodies; the events then name no lives. */
    private final @Nullable Bodies bodies;

    EventSink(AtomicReference<@Nullable EventWriter> writer, OpenStep step, @Nullable Bodies bodies) {
        this.writer = writer;
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
        EventWriter to = draft(Kind.CONTACT_BEGIN, slotA, slotB, x, y, z);
        if (to != null) {
            to.draft.values.nx = nx;
            to.draft.values.ny = ny;
            to.draft.values.nz = nz;
            to.draft.values.impulse = impulse;
            report(to);
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
        EventWriter to = draft(kind, slotA, slotB, x, y, z);
        if (to != null) {
            report(to);
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
        EventWriter to = draft(Kind.USER, slotA, slotB, x, y, z);
        if (to != null) {
            to.draft.values.code = code;
            to.draft.values.data = data;
            report(to);
        }
    }

    /** Sets which events of steps are reported from now on. */
    void filter(Predicate<EventValues> reports) {
        filter = reports;
    }

    private void report(EventWriter to) {
        if (filter == null || filter.test(to.draft.sent())) {
            to.write();
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
        EventWriter to = writer.get();
        return to != null && (to.wants(kind) || to.wants(Kind.CANCELLED));
    }

    /** Drafts an event. Returns what writes it; null if there are no consumers. */
    private @Nullable EventWriter draft(Kind kind, int slotA, int slotB, double x, double y, double z) {
        checkThread();
        EventWriter to = writer.get();
        if (to == null || !to.draft(kind, step.tick, step.simulationNanos)) {
            return null;
        }
        EventValues values = to.draft.values;
        values.slotA = slotA;
        values.slotB = slotB;
        values.lifeA = life(slotA);
        values.lifeB = life(slotB);
        values.x = x;
        values.y = y;
        values.z = z;
        return to;
    }

    private int life(int slot) {
        return bodies == null || slot < 0 || slot >= bodies.slots() ? 0 : bodies.life(slot);
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
