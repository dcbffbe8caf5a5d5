package io.github.freestep.physics;

import io.github.freestep.time.TimeAnchor;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the physics thread has to tell. An instance is a place in a consumer's ring: valid during {@link
 * EventHandler#onEvent}, for its thread alone, and used again after it. Reading it allocates nothing.
 *
 * <p>One class for all kinds, since places are allocated before anybody knows what they will hold. What belongs to another
 * kind than the event's is undefined, except {@link #cause}, which is null then.
 */
public final class PhysicsEvent {
    /** What an event is about. */
    public enum Kind {
        /** A tick was simulated: how it went. */
        TICK,
        /** Two bodies touch. */
        CONTACT_BEGIN,
        /** Whatever the simulation means by it. */
        USER,
        /** The schedule slipped: time was dropped. */
        SLIP,
        /** The speed that is held has changed: the picture becomes slow motion, or speeds up again. */
        SUSTAINED_SCALE,
        /** The simulation failed. */
        FAULT,
        /** A handler of events failed; its own subscription does not get this one. */
        HANDLER_FAILED,

        // What follows is for those who record a run, or compare two, and told to nobody who does not ask for it.

        /** A polled axis stands elsewhere from the beginning of this tick. */
        AXIS,
        /** A tick got an input: an edge, or a pushed change of an axis. */
        INPUT,
        /** A command is about to run, after this tick. */
        COMMAND,
        /** Time was controlled, or dropped: a new anchor of the timeline is in force, as of the state of this tick. */
        TIME,
        /** What the state of this tick is, to the last bit; {@link PhysicsBuilder#hashEvery} says of which ticks. */
        HASH
    }

    /** What a consumer is told who asks for nothing else: how the physics is doing, and what happens in it. */
    public static final Set<Kind> DEFAULT_KINDS = Collections.unmodifiableSet(EnumSet.of(
            Kind.TICK,
            Kind.CONTACT_BEGIN,
            Kind.USER,
            Kind.SLIP,
            Kind.SUSTAINED_SCALE,
            Kind.FAULT,
            Kind.HANDLER_FAILED));

    Kind kind;
    long tick;
    long simulationNanos;

    long latenessNanos;
    long computeNanos;
    long publicationLatenessNanos;
    long debtNanos;
    boolean isPublished;

    int code;
    int slotA;
    int slotB;
    float x;
    float y;
    float z;
    float nx;
    float ny;
    float nz;
    float impulse;
    long data;
    long droppedNanos;
    double sustainedScale;
    Throwable cause;
    boolean action;
    float amount;
    double fraction;
    long hash;
    Object command;
    final TimeAnchor anchor = new TimeAnchor();

    /** How many events the consumer of this place has missed in all before this one, and since when those just before. */
    long missed;

    long missedSinceTick;

    PhysicsEvent() {}

    /** All but what the consumer has missed. */
    void copy(PhysicsEvent other) {
        kind = other.kind;
        tick = other.tick;
        simulationNanos = other.simulationNanos;
        latenessNanos = other.latenessNanos;
        computeNanos = other.computeNanos;
        publicationLatenessNanos = other.publicationLatenessNanos;
        debtNanos = other.debtNanos;
        isPublished = other.isPublished;
        code = other.code;
        slotA = other.slotA;
        slotB = other.slotB;
        x = other.x;
        y = other.y;
        z = other.z;
        nx = other.nx;
        ny = other.ny;
        nz = other.nz;
        impulse = other.impulse;
        data = other.data;
        droppedNanos = other.droppedNanos;
        sustainedScale = other.sustainedScale;
        cause = other.cause;
        action = other.action;
        amount = other.amount;
        fraction = other.fraction;
        hash = other.hash;
        command = other.command;
        if (kind == Kind.TIME) {
            anchor.set(other.anchor);
        }
    }

    /**
     * What it is about.
     *
     * @return decides which of the other values are defined
     */
    public Kind kind() {
        return kind;
    }

    /**
     * The number of the tick that the event belongs to.
     *
     * @return counted from zero
     */
    public long tick() {
        return tick;
    }

    /**
     * The simulation time of that tick, in nanoseconds since the simulation began.
     *
     * @return nanoseconds
     */
    public long simulationNanos() {
        return simulationNanos;
    }

    /**
     * TICK: how long after its due time the physics thread woke up for it, in nanoseconds of wall time.
     *
     * @return nanoseconds
     */
    public long latenessNanos() {
        return latenessNanos;
    }

    /**
     * TICK: how long the simulation took, in nanoseconds of wall time.
     *
     * @return nanoseconds
     */
    public long computeNanos() {
        return computeNanos;
    }

    /**
     * TICK, where {@link #isPublished}: how late its state was published, in nanoseconds of wall time, as in
     * {@link PhysicsMetrics#publicationLatenessNanos}.
     *
     * @return nanoseconds
     */
    public long publicationLatenessNanos() {
        return publicationLatenessNanos;
    }

    /**
     * TICK: the backlog after it, in nanoseconds of wall time.
     *
     * @return nanoseconds
     */
    public long debtNanos() {
        return debtNanos;
    }

    /**
     * TICK: whether its state was published, rather than left out in a catch-up or in fast motion.
     *
     * @return whether readers can see this tick
     */
    public boolean isPublished() {
        return isPublished;
    }

    /**
     * USER: what the simulation calls it. INPUT: an edge's code, or the number of an axis. AXIS: its number.
     *
     * @return as written
     */
    public int code() {
        return code;
    }

    /**
     * CONTACT, USER: one body.
     *
     * @return its number
     */
    public int slotA() {
        return slotA;
    }

    /**
     * CONTACT, USER: the other body.
     *
     * @return its number
     */
    public int slotB() {
        return slotB;
    }

    /**
     * CONTACT, USER: where, along x, in the simulation's unit of length.
     *
     * @return a coordinate of the point
     */
    public float x() {
        return x;
    }

    /**
     * CONTACT, USER: where, along y, in the simulation's unit of length.
     *
     * @return a coordinate of the point
     */
    public float y() {
        return y;
    }

    /**
     * CONTACT, USER: where, along z, in the simulation's unit of length.
     *
     * @return a coordinate of the point
     */
    public float z() {
        return z;
    }

    /**
     * CONTACT: the normal along x, without a unit.
     *
     * @return a component of the normal
     */
    public float nx() {
        return nx;
    }

    /**
     * CONTACT: the normal along y, without a unit.
     *
     * @return a component of the normal
     */
    public float ny() {
        return ny;
    }

    /**
     * CONTACT: the normal along z, without a unit.
     *
     * @return a component of the normal
     */
    public float nz() {
        return nz;
    }

    /**
     * CONTACT: the impulse, in the simulation's own unit.
     *
     * @return from 0 as a rule
     */
    public float impulse() {
        return impulse;
    }

    /**
     * USER: one more value.
     *
     * @return as written
     */
    public long data() {
        return data;
    }

    /**
     * SLIP: how much time will not be simulated, in nanoseconds of wall time.
     *
     * @return nanoseconds
     */
    public long droppedNanos() {
        return droppedNanos;
    }

    /**
     * HELD: the share of the requested scale that is held from now on, as a factor, as in {@link PhysicsMetrics#sustainedScale}.
     *
     * @return a factor above 0; 1 if the scale is held in full
     */
    public double sustainedScale() {
        return sustainedScale;
    }

    /**
     * FAULT, HANDLER_FAILED: what was thrown.
     *
     * @return null for every other kind
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable Throwable cause() {
        return cause;
    }

    /**
     * INPUT: whether it happened once, or is the change of an axis.
     *
     * @return true for an edge
     */
    public boolean isAction() {
        return action;
    }

    /**
     * INPUT: the value that came with it. AXIS: the value of the axis. In the unit that the device reports.
     *
     * @return a finite number
     */
    public float amount() {
        return amount;
    }

    /**
     * INPUT: when in the tick's span, as a fraction of it, as in {@link TickInput#fraction}.
     *
     * @return from 0 to 1
     */
    public double fraction() {
        return fraction;
    }

    /**
     * COMMAND: what is about to run.
     *
     * @return the command itself, as it was submitted; null for every other kind
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable Object command() {
        return command;
    }

    /**
     * TIME: copies the anchor that is in force from now on.
     *
     * @param into what to overwrite
     */
    public void anchor(TimeAnchor into) {
        Objects.requireNonNull(into, "the anchor to overwrite must not be null");
        into.set(anchor);
    }

    /**
     * HASH: the hash of the tick's state. Equal for the same values of the same bodies; a quaternion counts as the
     * orientation that it is, whichever of its two signs it has.
     *
     * @return a number that different states almost never have in common
     */
    public long hash() {
        return hash;
    }
}
