package io.github.freestep.net.wire;

import io.github.freestep.internal.EventValues;
import io.github.freestep.net.codec.ByteCoder;
import io.github.freestep.state.content.Epochs;

/**
 * The coded form of an event. The same code encodes and decodes, see {@link ByteCoder}: values that cannot be sent are
 * replaced in an event to encode, and refused in one that was decoded. For one thread; allocates nothing.
 */
final class EventCodec {
    /** The bits of an event's first byte. The lower four are its kind. */
    static final int KIND = 0xF;

    static final int HAS_PLACE = 0x10;
    static final int HAS_IMPULSE = 0x20;

    private final int capacity;
    private final ByteCoder coder;
    private long tick;

    /** Whether all values since {@link #begin} were within their ranges. */
    boolean isValid;

    /** @param capacity the number of slots of the layout */
    EventCodec(int capacity, ByteCoder coder) {
        this.capacity = capacity;
        this.coder = coder;
    }

    /** Begins the events of a datagram. */
    void begin() {
        tick = 0;
        isValid = true;
    }

    /** Codes the values of an event. An event to decode must equal a new one. */
    void code(EventValues event) {
        int head = coder.u8(head(event));
        int kind = head & KIND;
        boolean isContact = kind == EventValues.CONTACT_BEGIN;
        boolean hasPlace = (head & HAS_PLACE) != 0;
        boolean hasImpulse = (head & HAS_IMPULSE) != 0;
        require(head <= (KIND | HAS_PLACE | HAS_IMPULSE));
        require(kind != EventValues.NONE && kind <= EventValues.USER);
        require(!hasPlace || mayHavePlace(kind));
        require(!hasImpulse || isContact);
        event.kind = kind;
        tick += coder.zigzag(event.tick - tick);
        require(tick >= 0 && Datagrams.sane(tick));
        event.tick = tick;
        event.slotA = slot(event.slotA);
        event.lifeA = life(event.slotA, event.lifeA);
        if (isPair(kind)) {
            event.slotB = slot(event.slotB);
            event.lifeB = life(event.slotB, event.lifeB);
        }
        if (hasPlace) {
            event.x = number(event.x);
            event.y = number(event.y);
            event.z = number(event.z);
            require(hasPlace(event));
        }
        if (isContact) {
            event.nx = number(event.nx);
            event.ny = number(event.ny);
            event.nz = number(event.nz);
        }
        if (hasImpulse) {
            event.impulse = number(event.impulse);
        }
        if (kind == EventValues.USER) {
            long code = coder.zigzag(event.code);
            require(code == (int) code);
            event.code = (int) code;
            event.data = coder.zigzag(event.data);
        }
    }

    /** Whether events of a kind name two bodies. */
    static boolean isPair(int kind) {
        return kind != EventValues.ASLEEP && kind != EventValues.AWAKE;
    }

    /** Whether events of a kind may have a place. */
    static boolean mayHavePlace(int kind) {
        return kind == EventValues.CONTACT_BEGIN || kind == EventValues.SENSOR_BEGIN || kind == EventValues.USER;
    }

    /** Whether the place of an event is known. */
    static boolean hasPlace(EventValues event) {
        return Double.isFinite(event.x) && Double.isFinite(event.y) && Double.isFinite(event.z);
    }

    private static int head(EventValues event) {
        boolean hasPlace = mayHavePlace(event.kind) && hasPlace(event);
        boolean hasImpulse = event.kind == EventValues.CONTACT_BEGIN && Float.isFinite(event.impulse);
        return event.kind | (hasPlace ? HAS_PLACE : 0) | (hasImpulse ? HAS_IMPULSE : 0);
    }

    private int slot(int slot) {
        long coded = coder.zigzag(slot >= 0 && slot < capacity ? slot : EventValues.NO_SLOT);
        require(coded >= EventValues.NO_SLOT && coded < capacity);
        return (int) coded;
    }

    private int life(int slot, int life) {
        int coded = coder.varint(slot == EventValues.NO_SLOT ? 0 : Epochs.life(life));
        require(coded <= Epochs.LIVES);
        return coded;
    }

    private double number(double number) {
        return Double.longBitsToDouble(coder.i64(Double.doubleToRawLongBits(number)));
    }

    private float number(float number) {
        float finite = Float.isFinite(number) ? number : 0;
        float coded = Float.intBitsToFloat(coder.i32(Float.floatToRawIntBits(finite)));
        require(Float.isFinite(coded));
        return coded;
    }

    private void require(boolean condition) {
        isValid &= condition;
    }
}
