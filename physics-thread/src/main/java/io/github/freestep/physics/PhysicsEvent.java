package io.github.freestep.physics;

import io.github.freestep.internal.EventValues;
import io.github.freestep.internal.SafeText;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An event that the physics thread reports. Events are reused objects: an instance is valid only during
 * {@link EventHandler#onEvent}, and only on the thread that calls it. Reading it allocates nothing.
 *
 * <pre>{@code
 * contacts.poll(event -> {
 *     if (event.kind() == Kind.CONTACT_BEGIN && event.impulse() > 5) {
 *         play("crash", event.x(), event.y());
 *     }
 * });
 * }</pre>
 *
 * <p>All kinds share one class, because the objects are allocated before their kind is known. Every event has
 * {@link #kind}, {@link #tick} and {@link #simulationNanos}. An event has these other values:
 *
 * <table>
 *   <caption>The values of each kind</caption>
 *   <tr><th>kind</th><th>values</th></tr>
 *   <tr><td>TICK</td><td>{@link #latenessNanos}, {@link #computeNanos}, {@link #isPublished}; if published,
 *       {@link #publicationLatenessNanos}</td></tr>
 *   <tr><td>CONTACT_BEGIN</td><td>{@link #slotA}, {@link #slotB}, {@link #lifeA}, {@link #lifeB}, {@link #x},
 *       {@link #y}, {@link #z}, {@link #nx}, {@link #ny}, {@link #nz}, {@link #impulse}</td></tr>
 *   <tr><td>CONTACT_END, SENSOR_END</td><td>{@link #slotA}, {@link #slotB}, {@link #lifeA}, {@link #lifeB}</td></tr>
 *   <tr><td>SENSOR_BEGIN</td><td>{@link #slotA}, {@link #slotB}, {@link #lifeA}, {@link #lifeB}, {@link #x},
 *       {@link #y}, {@link #z}</td></tr>
 *   <tr><td>ASLEEP, AWAKE</td><td>{@link #slotA}, {@link #lifeA}</td></tr>
 *   <tr><td>USER</td><td>{@link #code}, {@link #slotA}, {@link #slotB}, {@link #lifeA}, {@link #lifeB}, {@link #x},
 *       {@link #y}, {@link #z}, {@link #data}</td></tr>
 *   <tr><td>SUSTAINED_SCALE</td><td>{@link #sustainedScale}</td></tr>
 *   <tr><td>FAULT, COMMAND_FAILED, PREDICTION_DIFFERED</td><td>{@link #cause}</td></tr>
 *   <tr><td>HASH</td><td>{@link #hash}</td></tr>
 *   <tr><td>CANCELLED</td><td>{@link #cancelled}, and the values of that kind</td></tr>
 * </table>
 *
 * <p>Every other value throws an {@link IllegalStateException}, because the object may still hold that of an earlier
 * event.
 */
public final class PhysicsEvent {
    /** The kind of an event. More kinds may be added, so a {@code switch} needs a default branch. */
    public enum Kind {
        /** A tick was simulated. The values are its times. */
        TICK,
        /** Two bodies have begun to touch. */
        CONTACT_BEGIN,
        /**
         * Two bodies no longer touch, or one of them was removed. After a removal, this event comes with the next step,
         * and the slot may have another body already. A contact that lasts until the world closes gets no such event.
         */
        CONTACT_END,
        /** Body B has entered the sensor A. */
        SENSOR_BEGIN,
        /** Body B has left the sensor A, or one of them was removed. */
        SENSOR_END,
        /** A body has fallen asleep. Not among the {@link #DEFAULT_KINDS}, because few consumers need it. */
        ASLEEP,
        /** A sleeping body has woken. Not among the {@link #DEFAULT_KINDS}, because few consumers need it. */
        AWAKE,
        /** An event of the simulation's own. */
        USER,
        /**
         * The sustained scale has changed: the picture becomes slower because of an overload, or faster again. A change
         * of at most 0.05 since the last event is not reported, unless the scale is 1 again.
         */
        SUSTAINED_SCALE,
        /** The simulation failed. */
        FAULT,
        /**
         * A command has thrown, and its future fails with the same exception. Unless it was an error, the run
         * continues.
         */
        COMMAND_FAILED,
        /**
         * The hash of this tick's state. {@link PhysicsBuilder#hashEvery} selects the ticks. Not among the
         * {@link #DEFAULT_KINDS}, because computing it takes time proportional to the number of bodies.
         */
        HASH,
        /**
         * An event of a prediction has not come true, see {@code Prediction.events}, or a {@code Rewind} has abandoned
         * the tick of an event. The values are those of that event.
         */
        CANCELLED,
        /**
         * The second world of a prediction has computed another state than the match, from the same input. The
         * {@link #cause} names the body and the value. The world was restored from that of the match.
         */
        PREDICTION_DIFFERED
    }

    /**
     * The kinds that a consumer gets by default: all except {@link Kind#ASLEEP}, {@link Kind#AWAKE} and
     * {@link Kind#HASH}.
     */
    public static final Set<Kind> DEFAULT_KINDS =
            Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(Kind.ASLEEP, Kind.AWAKE, Kind.HASH)));

    /** The kinds that are sent, in the order of their numbers in {@link EventValues}, which begin with 1. */
    private static final Kind[] SENT = {
        Kind.CONTACT_BEGIN, Kind.CONTACT_END, Kind.SENSOR_BEGIN, Kind.SENSOR_END, Kind.ASLEEP, Kind.AWAKE, Kind.USER
    };

    /** The kinds that steps report with {@link Tick#events}: receivers of states can get them. */
    public static final Set<Kind> STEP_KINDS = Collections.unmodifiableSet(EnumSet.copyOf(List.of(SENT)));

    // The kinds that have a value, for values of several kinds.
    private static final Set<Kind> PLACE = EnumSet.of(Kind.CONTACT_BEGIN, Kind.SENSOR_BEGIN, Kind.USER);
    private static final Set<Kind> PAIR =
            EnumSet.of(Kind.CONTACT_BEGIN, Kind.CONTACT_END, Kind.SENSOR_BEGIN, Kind.SENSOR_END, Kind.USER);
    private static final Set<Kind> FAILURE = EnumSet.of(Kind.FAULT, Kind.COMMAND_FAILED, Kind.PREDICTION_DIFFERED);

    /** Set with each event, before a consumer sees it. */
    @SuppressWarnings("NullAway.Init")
    Kind kind;

    long tick;
    long simulationNanos;

    long latenessNanos;
    long computeNanos;
    long publicationLatenessNanos;
    boolean isPublished;

    /** What receivers of states get as well. Only this event knows which of the values its kind has. */
    final EventValues values = new EventValues();

    /** The value of a kind that has one number; that of a sustained scale in bits. */
    long number;

    @Nullable Throwable cause;

    @Nullable Kind cancelled;

    PhysicsEvent() {}

    void copy(PhysicsEvent other) {
        kind = other.kind;
        tick = other.tick;
        simulationNanos = other.simulationNanos;
        latenessNanos = other.latenessNanos;
        computeNanos = other.computeNanos;
        publicationLatenessNanos = other.publicationLatenessNanos;
        isPublished = other.isPublished;
        values.copy(other.values);
        number = other.number;
        cause = other.cause;
        cancelled = other.cancelled;
    }

    /** The number of a kind in events for receivers; {@link EventValues#NONE} if they do not get it. */
    static int sent(Kind kind) {
        int number = SENT.length;
        while (number > EventValues.NONE && SENT[number - 1] != kind) {
            number--;
        }
        return number;
    }

    /** Returns the kind of events that are sent with a number. */
    static Kind received(int sent) {
        return SENT[sent - 1];
    }

    /** Returns what receivers get. Values that this kind does not have are of an earlier event. */
    EventValues sent() {
        values.kind = sent(kind);
        values.tick = tick;
        return values;
    }

    /**
     * The kind of this event.
     *
     * @return the kind, which decides which of the other values are defined
     */
    public Kind kind() {
        return kind;
    }

    /**
     * The number of the tick that the event belongs to.
     *
     * @return the number, from 0
     */
    public long tick() {
        return tick;
    }

    /**
     * The simulation time of that tick.
     *
     * @return nanoseconds of simulation time since tick 0
     */
    public long simulationNanos() {
        return simulationNanos;
    }

    /**
     * TICK: how long after the tick's due time the physics thread began to work on it.
     *
     * @return nanoseconds of wall time
     * @throws IllegalStateException if the event has another kind
     */
    public long latenessNanos() {
        require(valued() == Kind.TICK, "latenessNanos");
        return latenessNanos;
    }

    /**
     * TICK: how long the tick took, as in {@link PhysicsMetrics#computeNanos}.
     *
     * @return nanoseconds of wall time
     * @throws IllegalStateException if the event has another kind
     */
    public long computeNanos() {
        require(valued() == Kind.TICK, "computeNanos");
        return computeNanos;
    }

    /**
     * TICK, if {@link #isPublished}: how late its state was published. A reader hides this lateness only if its delay
     * is long enough.
     *
     * <p>The lateness is counted from the time at which readers expect the state. That is the due time of its tick.
     * There is one exception: under {@link OverloadPolicy#neverSlip}, while {@link PhysicsMetrics#sustainedScale} is
     * not 1, readers expect states at the speed at which ticks are really stepped.
     *
     * @return nanoseconds of wall time; 0 if the state was not published
     * @throws IllegalStateException if the event has another kind
     */
    public long publicationLatenessNanos() {
        require(valued() == Kind.TICK, "publicationLatenessNanos");
        return publicationLatenessNanos;
    }

    /**
     * TICK: whether its state was published. In a catch-up and in fast motion, some states are not.
     *
     * @return true if readers can see this tick
     * @throws IllegalStateException if the event has another kind
     */
    public boolean isPublished() {
        require(valued() == Kind.TICK, "isPublished");
        return isPublished;
    }

    /**
     * USER: the simulation's code for this kind of event.
     *
     * @return the code that the simulation reported
     * @throws IllegalStateException if the event has another kind
     */
    public int code() {
        require(valued() == Kind.USER, "code");
        return values.code;
    }

    /**
     * CONTACT_BEGIN, CONTACT_END, USER: one body. SENSOR_BEGIN, SENSOR_END: the sensor. ASLEEP, AWAKE: the body. In the
     * worlds of engines, body A of a contact is the one with the larger slot.
     *
     * @return its slot; {@link io.github.freestep.state.State#NO_SLOT} if it has none
     * @throws IllegalStateException if the event has another kind
     */
    public int slotA() {
        require(STEP_KINDS.contains(valued()), "slotA");
        return values.slotA;
    }

    /**
     * CONTACT_BEGIN, CONTACT_END, USER: the other body. SENSOR_BEGIN, SENSOR_END: the body in the sensor.
     *
     * @return its slot; {@link io.github.freestep.state.State#NO_SLOT} if it has none, such as the ground
     * @throws IllegalStateException if the event has another kind
     */
    public int slotB() {
        require(PAIR.contains(valued()), "slotB");
        return values.slotB;
    }

    /**
     * The life that the slot of {@link #slotA} had when the event was reported. Compare it with
     * {@code frame.life(slot)} or {@link io.github.freestep.state.State#life}, because another body may have taken the
     * slot since. After the removal of a body, CONTACT_END and SENSOR_END have the life that followed its own.
     *
     * @return the life; 0 if there is no such slot, or if it never had a body
     * @throws IllegalStateException if the event has another kind
     */
    public int lifeA() {
        require(STEP_KINDS.contains(valued()), "lifeA");
        return values.lifeA;
    }

    /**
     * The life that the slot of {@link #slotB} had, as {@link #lifeA}.
     *
     * @return the life; 0 if there is no such slot, or if it never had a body
     * @throws IllegalStateException if the event has another kind
     */
    public int lifeB() {
        require(PAIR.contains(valued()), "lifeB");
        return values.lifeB;
    }

    /**
     * CONTACT_BEGIN, SENSOR_BEGIN, USER: the x coordinate of the place. NaN for a sensor if the engine does not know
     * the place.
     *
     * @return a coordinate in the simulation's unit of length
     * @throws IllegalStateException if the event has another kind
     */
    public double x() {
        require(PLACE.contains(valued()), "x");
        return values.x;
    }

    /**
     * CONTACT_BEGIN, SENSOR_BEGIN, USER: the y coordinate of the place, as {@link #x}.
     *
     * @return a coordinate in the simulation's unit of length
     * @throws IllegalStateException if the event has another kind
     */
    public double y() {
        require(PLACE.contains(valued()), "y");
        return values.y;
    }

    /**
     * CONTACT_BEGIN, SENSOR_BEGIN, USER: the z coordinate of the place, as {@link #x}.
     *
     * @return a coordinate in the simulation's unit of length
     * @throws IllegalStateException if the event has another kind
     */
    public double z() {
        require(PLACE.contains(valued()), "z");
        return values.z;
    }

    /**
     * CONTACT_BEGIN: the x component of the normal.
     *
     * @return a component, without a unit
     * @throws IllegalStateException if the event has another kind
     */
    public float nx() {
        require(valued() == Kind.CONTACT_BEGIN, "nx");
        return values.nx;
    }

    /**
     * CONTACT_BEGIN: the y component of the normal.
     *
     * @return a component, without a unit
     * @throws IllegalStateException if the event has another kind
     */
    public float ny() {
        require(valued() == Kind.CONTACT_BEGIN, "ny");
        return values.ny;
    }

    /**
     * CONTACT_BEGIN: the z component of the normal.
     *
     * @return a component, without a unit
     * @throws IllegalStateException if the event has another kind
     */
    public float nz() {
        require(valued() == Kind.CONTACT_BEGIN, "nz");
        return values.nz;
    }

    /**
     * CONTACT_BEGIN: the impulse.
     *
     * @return the impulse in the simulation's own unit, usually at least 0
     * @throws IllegalStateException if the event has another kind
     */
    public float impulse() {
        require(valued() == Kind.CONTACT_BEGIN, "impulse");
        return values.impulse;
    }

    /**
     * USER: any other value.
     *
     * @return the value that the simulation reported
     * @throws IllegalStateException if the event has another kind
     */
    public long data() {
        require(valued() == Kind.USER, "data");
        return values.data;
    }

    /**
     * SUSTAINED_SCALE: the share of the requested scale that readers see from now on, as in
     * {@link PhysicsMetrics#sustainedScale}.
     *
     * @return a factor above 0; 1 if readers see the full requested scale
     * @throws IllegalStateException if the event has another kind
     */
    public double sustainedScale() {
        require(valued() == Kind.SUSTAINED_SCALE, "sustainedScale");
        return Double.longBitsToDouble(number);
    }

    /**
     * FAULT, COMMAND_FAILED, PREDICTION_DIFFERED: the exception.
     *
     * @return the exception
     * @throws IllegalStateException if the event has another kind
     */
    @SuppressWarnings("NullAway") // An event of these kinds has it.
    public Throwable cause() {
        require(FAILURE.contains(valued()), "cause");
        return cause;
    }

    /**
     * HASH: the hash of the tick's state. It is equal for the same values of the same bodies. The two quaternions of an
     * orientation, which differ in their sign, count as equal.
     *
     * @return the hash; two different states almost never have the same one
     * @throws IllegalStateException if the event has another kind
     */
    public long hash() {
        require(valued() == Kind.HASH, "hash");
        return number;
    }

    /**
     * CANCELLED: the kind of the event that has not come true.
     *
     * @return a kind of event that a simulation reports
     * @throws IllegalStateException if the event has another kind
     */
    @SuppressWarnings("NullAway") // An event of this kind has it.
    public Kind cancelled() {
        require(kind == Kind.CANCELLED, "cancelled");
        return cancelled;
    }

    /** Returns the values that an event of this kind has. For logs; allocates. */
    @Override
    public String toString() {
        String head = kind + " tick " + tick + " at " + simulationNanos + " ns";
        return switch (kind) {
            case TICK ->
                head + ", lateness " + latenessNanos + " ns, compute " + computeNanos + " ns, "
                        + (isPublished
                                ? "published, publication lateness " + publicationLatenessNanos + " ns"
                                : "not published");
            case CONTACT_BEGIN ->
                head + bodiesText() + ", normal (" + values.nx + ", " + values.ny + ", " + values.nz + "), impulse "
                        + values.impulse;
            case CONTACT_END, SENSOR_END -> head + slotsText();
            case SENSOR_BEGIN -> head + bodiesText();
            case ASLEEP, AWAKE -> head + ", slot " + values.slotA;
            case USER -> head + ", code " + values.code + bodiesText() + ", data " + values.data;
            case SUSTAINED_SCALE -> head + ", sustained scale " + sustainedScale();
            case FAULT, COMMAND_FAILED, PREDICTION_DIFFERED -> head + ", cause " + SafeText.of(cause());
            case HASH -> head + ", hash " + Long.toHexString(number);
            case CANCELLED -> head + ", of kind " + cancelled + slotsText();
        };
    }

    /** Returns the kind that decides which values there are: a cancelled event has those of its own kind. */
    private Kind valued() {
        return kind == Kind.CANCELLED ? cancelled() : kind;
    }

    private void require(boolean hasValue, String value) {
        if (!hasValue) {
            throw new IllegalStateException("an event of kind " + kind + " has no " + value
                    + "; ask for kind() first, the document of PhysicsEvent lists the values of each");
        }
    }

    private String bodiesText() {
        return slotsText() + ", at (" + values.x + ", " + values.y + ", " + values.z + ")";
    }

    private String slotsText() {
        return ", slots " + values.slotA + " and " + values.slotB;
    }
}
