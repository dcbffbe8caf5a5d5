package io.github.freestep.net;

import io.github.freestep.internal.EventValues;

/**
 * An event of a server, as a receiver of its states gets it. A reused object: it is valid only during {@link
 * RemoteEventHandler#onEvent}, and only on the thread that calls it. Reading it allocates nothing. See the example of
 * {@link RemoteEvents}.
 *
 * <p>A value that an event of its kind does not have is {@link io.github.freestep.state.State#NO_SLOT}, NaN or 0:
 *
 * <table>
 *   <caption>The values of each kind</caption>
 *   <tr><th>kind</th><th>values</th></tr>
 *   <tr><td>CONTACT_BEGIN</td><td>both bodies, place, normal, impulse</td></tr>
 *   <tr><td>SENSOR_BEGIN</td><td>both bodies, place</td></tr>
 *   <tr><td>CONTACT_END, SENSOR_END</td><td>both bodies</td></tr>
 *   <tr><td>ASLEEP, AWAKE</td><td>body A</td></tr>
 *   <tr><td>USER</td><td>both bodies, place, code, data</td></tr>
 * </table>
 */
public final class RemoteEvent {
    /**
     * The kind of an event, with the meaning that it has on the server. More kinds may be added, so a {@code switch}
     * needs a default branch.
     */
    public enum Kind {
        /** Two bodies have begun to touch. */
        CONTACT_BEGIN,
        /** Two bodies no longer touch, or one of them was removed. */
        CONTACT_END,
        /** Body B has entered the sensor A. */
        SENSOR_BEGIN,
        /** Body B has left the sensor A, or one of them was removed. */
        SENSOR_END,
        /** A body has fallen asleep. */
        ASLEEP,
        /** A sleeping body has woken. */
        AWAKE,
        /** An event of the simulation's own. */
        USER
    }

    /** In the order of their numbers in {@link EventValues}, which begin with 1. */
    private static final Kind[] KINDS = Kind.values();

    /** Set before each call of a handler. */
    EventValues values = new EventValues();

    RemoteEvent() {}

    /**
     * The kind of this event.
     *
     * @return the kind
     */
    public Kind kind() {
        return KINDS[values.kind - 1];
    }

    /**
     * The tick that the event belongs to, as the received states number it. {@link RemoteStates#serverTick} converts it
     * to the server's.
     *
     * @return a tick that the picture has reached
     */
    public long tick() {
        return values.tick;
    }

    /**
     * The slot of one body, or of the sensor.
     *
     * @return the slot, within the layout; {@link io.github.freestep.state.State#NO_SLOT} if the event names none
     */
    public int slotA() {
        return values.slotA;
    }

    /**
     * The life that the slot of {@link #slotA} had when the server reported the event. Compare it with
     * {@code frame.life(slot)}, because another body may have taken the slot since. To name the body to the server,
     * send it with the slot.
     *
     * @return the server's life of the slot; 0 if there is no such slot, or if it never had a body
     */
    public int lifeA() {
        return values.lifeA;
    }

    /**
     * The slot of the other body, or of the body in the sensor.
     *
     * @return the slot, as {@link #slotA}
     */
    public int slotB() {
        return values.slotB;
    }

    /**
     * The life that the slot of {@link #slotB} had, as {@link #lifeA}.
     *
     * @return the server's life of the slot; 0 if there is no such slot, or if it never had a body
     */
    public int lifeB() {
        return values.lifeB;
    }

    /**
     * The x coordinate of the place.
     *
     * @return a coordinate in the simulation's unit of length; NaN if the event has no place or the server does not
     *     know it
     */
    public double x() {
        return values.x;
    }

    /**
     * The y coordinate of the place, as {@link #x}.
     *
     * @return a coordinate or NaN
     */
    public double y() {
        return values.y;
    }

    /**
     * The z coordinate of the place, as {@link #x}.
     *
     * @return a coordinate or NaN
     */
    public double z() {
        return values.z;
    }

    /**
     * CONTACT_BEGIN: the x component of the normal.
     *
     * @return a component; 0 for other kinds
     */
    public float nx() {
        return values.nx;
    }

    /**
     * CONTACT_BEGIN: the y component of the normal.
     *
     * @return a component; 0 for other kinds
     */
    public float ny() {
        return values.ny;
    }

    /**
     * CONTACT_BEGIN: the z component of the normal.
     *
     * @return a component; 0 for other kinds
     */
    public float nz() {
        return values.nz;
    }

    /**
     * CONTACT_BEGIN: the impulse.
     *
     * @return the impulse in the simulation's own unit; NaN for other kinds, and if the server does not know it
     */
    public float impulse() {
        return values.impulse;
    }

    /**
     * USER: the simulation's code for this kind of event.
     *
     * @return the code; 0 for other kinds
     */
    public int code() {
        return values.code;
    }

    /**
     * USER: any other value.
     *
     * @return the value that the simulation reported; 0 for other kinds
     */
    public long data() {
        return values.data;
    }

    /** Returns the values that every event has. For logs; allocates. */
    @Override
    public String toString() {
        return kind() + " tick " + values.tick + ", slots " + values.slotA + " and " + values.slotB;
    }
}
