package io.github.freestep.physics;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An event that the physics thread reports. An instance is a place in a consumer's ring: valid during {@link
 * EventHandler#onEvent}, for its thread alone, and used again after it. Reading it allocates nothing.
 *
 * <p>One class for all kinds, because places are allocated before it is known what they will hold. The values of
 * another kind than the event's are undefined, except {@link #cause}, which is null then.
 */
public final class PhysicsEvent {
    /** What an event is about. May grow: a {@code switch} needs a default branch. */
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
        /**
         * The hash of this tick's state; {@link PhysicsBuilder#hashEvery} says of which ticks. Not among the {@link
         * #DEFAULT_KINDS}, because computing it takes time proportional to the number of bodies.
         */
        HASH
    }

    /** The kinds that a consumer gets by default: how the physics is doing, and what happens in it. */
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
    double x;
    double y;
    double z;
    float nx;
    float ny;
    float nz;
    float impulse;
    long data;
    long droppedNanos;
    double sustainedScale;
    Throwable cause;
    long hash;

    PhysicsEvent() {}

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
        hash = other.hash;
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
     * USER: what the simulation calls it.
     *
     * @return as written
     */
    public int code() {
        return code;
    }

    /**
     * CONTACT_BEGIN, USER: one body.
     *
     * @return its number
     */
    public int slotA() {
        return slotA;
    }

    /**
     * CONTACT_BEGIN, USER: the other body.
     *
     * @return its number
     */
    public int slotB() {
        return slotB;
    }

    /**
     * CONTACT_BEGIN, USER: where, along x, in the simulation's unit of length.
     *
     * @return a coordinate of the point
     */
    public double x() {
        return x;
    }

    /**
     * CONTACT_BEGIN, USER: where, along y, in the simulation's unit of length.
     *
     * @return a coordinate of the point
     */
    public double y() {
        return y;
    }

    /**
     * CONTACT_BEGIN, USER: where, along z, in the simulation's unit of length.
     *
     * @return a coordinate of the point
     */
    public double z() {
        return z;
    }

    /**
     * CONTACT_BEGIN: the normal along x, without a unit.
     *
     * @return a component of the normal
     */
    public float nx() {
        return nx;
    }

    /**
     * CONTACT_BEGIN: the normal along y, without a unit.
     *
     * @return a component of the normal
     */
    public float ny() {
        return ny;
    }

    /**
     * CONTACT_BEGIN: the normal along z, without a unit.
     *
     * @return a component of the normal
     */
    public float nz() {
        return nz;
    }

    /**
     * CONTACT_BEGIN: the impulse, in the simulation's own unit.
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
     * SUSTAINED_SCALE: the share of the requested scale that is held from now on, as a factor, as in {@link PhysicsMetrics#sustainedScale}.
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
     * HASH: the hash of the tick's state. Equal for the same values of the same bodies; a quaternion counts as the
     * orientation that it is, whichever of its two signs it has.
     *
     * @return a number that different states almost never have in common
     */
    public long hash() {
        return hash;
    }
}
