package io.github.freestep.internal;

/**
 * The values of an event that a service may send to receivers of its states. Mutable, for one thread at a time; not
 * for users.
 */
public final class EventValues {
    // The kinds, as they are sent.
    public static final int CONTACT_BEGIN = 1;
    public static final int CONTACT_END = 2;
    public static final int SENSOR_BEGIN = 3;
    public static final int SENSOR_END = 4;
    public static final int ASLEEP = 5;
    public static final int AWAKE = 6;
    public static final int USER = 7;

    /** No event; no kind is greater than {@link #USER}. */
    public static final int NONE = 0;

    /** Stands for no body, as {@code State.NO_SLOT}. */
    public static final int NO_SLOT = -1;

    public int kind;
    public long tick;
    public int slotA = NO_SLOT;
    public int lifeA;
    public int slotB = NO_SLOT;
    public int lifeB;
    public double x = Double.NaN;
    public double y = Double.NaN;
    public double z = Double.NaN;
    public float nx;
    public float ny;
    public float nz;
    public float impulse = Float.NaN;
    public int code;
    public long data;

    /** Creates an event without values. */
    public EventValues() {}

    public void copy(EventValues other) {
        kind = other.kind;
        tick = other.tick;
        slotA = other.slotA;
        lifeA = other.lifeA;
        slotB = other.slotB;
        lifeB = other.lifeB;
        x = other.x;
        y = other.y;
        z = other.z;
        nx = other.nx;
        ny = other.ny;
        nz = other.nz;
        impulse = other.impulse;
        code = other.code;
        data = other.data;
    }
}
