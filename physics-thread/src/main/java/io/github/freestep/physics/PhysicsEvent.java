package io.github.freestep.physics;

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
        CONTACT,
        /** Whatever the simulation means by it. */
        USER,
        /** The schedule slipped: time was dropped. */
        SLIP,
        /** The simulation failed. */
        FAULT,
        /** A handler of events failed; its own subscription does not get this one. */
        HANDLER_FAILED
    }

    Kind kind;
    long tick;
    long simulationNanos;

    long latenessNanos;
    long computeNanos;
    long publicationLatenessNanos;
    long debtNanos;
    boolean written;

    int code;
    int bodyA;
    int bodyB;
    float x;
    float y;
    float z;
    float nx;
    float ny;
    float nz;
    float impulse;
    long value;
    long droppedNanos;
    Throwable cause;

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
        written = other.written;
        code = other.code;
        bodyA = other.bodyA;
        bodyB = other.bodyB;
        x = other.x;
        y = other.y;
        z = other.z;
        nx = other.nx;
        ny = other.ny;
        nz = other.nz;
        impulse = other.impulse;
        value = other.value;
        droppedNanos = other.droppedNanos;
        cause = other.cause;
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
     * The tick in which it came about.
     *
     * @return counted from zero
     */
    public long tick() {
        return tick;
    }

    /**
     * The simulation time of that tick.
     *
     * @return nanoseconds since the simulation's start
     */
    public long simulationNanos() {
        return simulationNanos;
    }

    /**
     * TICK: how long after its due time the physics thread woke up for it.
     *
     * @return wall time in nanoseconds
     */
    public long latenessNanos() {
        return latenessNanos;
    }

    /**
     * TICK: how long the simulation took.
     *
     * @return wall time in nanoseconds
     */
    public long computeNanos() {
        return computeNanos;
    }

    /**
     * TICK, where {@link #written}: how long after the tick's due time its state was published.
     *
     * @return wall time in nanoseconds
     */
    public long publicationLatenessNanos() {
        return publicationLatenessNanos;
    }

    /**
     * TICK: how much time was still owed after it.
     *
     * @return wall time in nanoseconds
     */
    public long debtNanos() {
        return debtNanos;
    }

    /**
     * TICK: whether its state was published, rather than left out in a catch-up or in fast motion.
     *
     * @return whether readers can see this tick
     */
    public boolean written() {
        return written;
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
     * CONTACT, USER: one body.
     *
     * @return its number
     */
    public int bodyA() {
        return bodyA;
    }

    /**
     * CONTACT, USER: the other body.
     *
     * @return its number
     */
    public int bodyB() {
        return bodyB;
    }

    /**
     * CONTACT, USER: where.
     *
     * @return the point, along x
     */
    public float x() {
        return x;
    }

    /**
     * CONTACT, USER: where.
     *
     * @return the point, along y
     */
    public float y() {
        return y;
    }

    /**
     * CONTACT, USER: where.
     *
     * @return the point, along z
     */
    public float z() {
        return z;
    }

    /**
     * CONTACT: in which direction.
     *
     * @return the normal, along x
     */
    public float nx() {
        return nx;
    }

    /**
     * CONTACT: in which direction.
     *
     * @return the normal, along y
     */
    public float ny() {
        return ny;
    }

    /**
     * CONTACT: in which direction.
     *
     * @return the normal, along z
     */
    public float nz() {
        return nz;
    }

    /**
     * CONTACT: how hard.
     *
     * @return in the simulation's own unit
     */
    public float impulse() {
        return impulse;
    }

    /**
     * USER: one more value.
     *
     * @return as written
     */
    public long value() {
        return value;
    }

    /**
     * SLIP: how much time will not be simulated.
     *
     * @return wall time in nanoseconds
     */
    public long droppedNanos() {
        return droppedNanos;
    }

    /**
     * FAULT, HANDLER_FAILED: what was thrown.
     *
     * @return null for every other kind
     */
    public Throwable cause() {
        return cause;
    }
}
