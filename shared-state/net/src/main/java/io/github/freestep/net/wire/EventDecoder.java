package io.github.freestep.net.wire;

import io.github.freestep.internal.Epochs;
import io.github.freestep.internal.EventValues;
import io.github.freestep.net.codec.ByteReader;

/**
 * Decodes a datagram of an {@link EventEncoder}, after it has checked all of it. For one thread; allocates nothing once
 * made, and never throws because of what a datagram contains.
 */
final class EventDecoder {
    /** The run of the sender, the number of the first event, and how many there are. */
    long run;

    long first;
    int count;

    private final int capacity;
    private final ByteReader in = new ByteReader();
    private final EventValues checked = new EventValues();
    private byte[] bytes = new byte[0];
    private int length;
    private boolean isValid;
    private long tick;

    /** @param capacity the number of slots of the layout */
    EventDecoder(int capacity) {
        this.capacity = capacity;
    }

    /**
     * Reads a datagram, and checks all of its events. The bytes must stay as they are until the last call of
     * {@link #next}.
     *
     * @return false if any field is malformed or out of its range; the fields are then unspecified
     */
    boolean read(byte[] datagram, int datagramLength) {
        bytes = datagram;
        length = datagramLength;
        isValid = true;
        count = 0;
        rewind();
        while (isValid && !in.failed() && !in.isAtEnd()) {
            next(checked);
            count++;
        }
        boolean isSane = !in.failed() && isValid && first >= 1 && first <= Datagrams.MOST_EVENTS && count > 0;
        rewind();
        return isSane;
    }

    private void rewind() {
        in.open(bytes, 0, length);
        in.u8();
        run = in.i64();
        first = in.varlong();
        tick = 0;
    }

    /** Reads the next event. For the second time after {@link #read} has returned true. */
    void next(EventValues event) {
        event.clear();
        int head = in.u8();
        int kind = head & EventEncoder.KIND;
        boolean isContact = kind == EventValues.CONTACT_BEGIN;
        boolean hasPlace = (head & EventEncoder.HAS_PLACE) != 0;
        boolean hasImpulse = (head & EventEncoder.HAS_IMPULSE) != 0;
        require(head <= (EventEncoder.KIND | EventEncoder.HAS_PLACE | EventEncoder.HAS_IMPULSE));
        require(kind != EventValues.NONE && kind <= EventValues.USER);
        require(!hasPlace || EventValues.mayHavePlace(kind));
        require(!hasImpulse || isContact);
        event.kind = kind;
        tick += in.zigzag();
        require(tick >= 0 && Datagrams.sane(tick));
        event.tick = tick;
        event.slotA = slot();
        event.lifeA = life();
        if (EventValues.isPair(kind)) {
            event.slotB = slot();
            event.lifeB = life();
        }
        if (hasPlace) {
            event.x = Double.longBitsToDouble(in.i64());
            event.y = Double.longBitsToDouble(in.i64());
            event.z = Double.longBitsToDouble(in.i64());
            require(event.hasPlace());
        }
        if (isContact) {
            event.nx = number();
            event.ny = number();
            event.nz = number();
        }
        if (hasImpulse) {
            event.impulse = number();
        }
        if (kind == EventValues.USER) {
            long code = in.zigzag();
            require(code == (int) code);
            event.code = (int) code;
            event.data = in.zigzag();
        }
    }

    private int slot() {
        long slot = in.zigzag();
        require(slot >= EventValues.NO_SLOT && slot < capacity);
        return (int) slot;
    }

    private int life() {
        int life = in.varint();
        require(life <= Epochs.LIVES);
        return life;
    }

    private float number() {
        float number = Float.intBitsToFloat(in.i32());
        require(Float.isFinite(number));
        return number;
    }

    private void require(boolean condition) {
        isValid &= condition;
    }
}
