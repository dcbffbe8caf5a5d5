package io.github.freestep.net.wire;

import io.github.freestep.internal.EventValues;
import io.github.freestep.net.codec.ByteReader;

/**
 * Decodes a datagram of an {@link EventEncoder}, after it has checked all of it. For one thread; allocates nothing once
 * made, and never throws because of what a datagram contains.
 */
final class EventDecoder {
    /** An event that has no values, as each is before it is decoded. */
    private static final EventValues CLEAR = new EventValues();

    /** The run of the sender, the number of the first event, and how many there are. */
    long run;

    long first;
    int count;

    private final ByteReader in = new ByteReader();
    private final EventCodec codec;
    private final EventValues checked = new EventValues();
    private byte[] bytes = new byte[0];
    private int length;

    /** @param capacity the number of slots of the layout */
    EventDecoder(int capacity) {
        codec = new EventCodec(capacity, in);
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
        count = 0;
        rewind();
        while (codec.isValid && !in.failed() && !in.isAtEnd()) {
            next(checked);
            count++;
        }
        boolean isSane = !in.failed() && codec.isValid && first >= 1 && first <= Datagrams.MOST_EVENTS && count > 0;
        rewind();
        return isSane;
    }

    private void rewind() {
        in.open(bytes, 0, length);
        in.u8(0);
        run = in.i64(0);
        first = in.varlong(0);
        codec.begin();
    }

    /** Reads the next event. For the second time after {@link #read} has returned true. */
    void next(EventValues event) {
        event.copy(CLEAR);
        codec.code(event);
    }
}
