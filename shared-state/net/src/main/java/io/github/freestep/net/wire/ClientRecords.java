package io.github.freestep.net.wire;

import io.github.freestep.net.codec.Bits;
import io.github.freestep.net.codec.ByteWriter;
import java.nio.ByteBuffer;

/**
 * Writes the records of bodies into the datagrams of a state, for one client after another. For one thread; allocates
 * nothing.
 */
final class ClientRecords {
    /** The kinds of records. */
    static final int KIND_BITS = 2;

    /** The difference from the baseline that the client has. */
    static final int HAS = 0;

    /** The newest baseline, and the difference from it. */
    static final int FRESH = 1;

    /** The difference of the newest baseline from the one before it, which the client has, and that from the newest. */
    static final int RENEWED = 2;

    /** The client is not sent this body any more. */
    static final int GONE = 3;

    /** Longer distances between slots are written as they are. */
    static final int MOST_UNARY = 16;

    static final int SLOT_BITS = 32;
    static final int SHIFT_BITS = 5;
    static final int LEVEL_BITS = 3;

    /** What follows the last record. Other bits there show that the content is damaged. */
    static final int END = 0xA5;

    static final int END_BITS = 8;

    /** The most bytes of records in a datagram. */
    private static final int MOST_BYTES = Datagrams.MAX_DATAGRAM - PieceHeader.MAX_BYTES - END_BITS / Byte.SIZE;

    private final Bits bits = new Bits();
    private final byte[] bytes = new byte[Datagrams.MAX_DATAGRAM + Long.BYTES];
    private final ByteBuffer datagram = ByteBuffer.wrap(bytes);
    private final ByteWriter writer = new ByteWriter();
    private SharedBodies shared;
    private PieceHeader header;
    private DatagramOutput output;

    /** The slot of the last record, and how many records the datagram has. */
    private int lastSlot;

    /** The bits of the last record. */
    int lastBits;

    private int count;
    private int shift;

    /**
     * Begins the first datagram of a state.
     *
     * @param into its number is that of the datagram before
     * @param expected about how many records the state will have
     */
    void begin(SharedBodies from, PieceHeader into, int expected, DatagramOutput to) {
        shared = from;
        header = into;
        output = to;
        header.piece = 0;
        shift = Math.min(31, 31 - Integer.numberOfLeadingZeros(Math.max(1, header.slots / Math.max(1, expected))));
        open();
    }

    private void open() {
        header.hasInput &= header.piece == 0;
        header.number++;
        bits.clear();
        bits.put(shift, SHIFT_BITS);
        lastSlot = -1;
        count = 0;
    }

    /**
     * Adds a body.
     *
     * @param kind {@link #HAS}, {@link #FRESH}, {@link #RENEWED} or {@link #GONE}
     * @param base the count of the baseline of which the record has a bit
     * @param form which difference it has if the client has its baseline, see {@link SharedBodies}
     * @return the number of its datagram
     */
    int add(int slot, int kind, int level, int base, int form) {
        int before = bits.size();
        write(slot, kind, level, base, form);
        if (bits.bytes() > MOST_BYTES) {
            bits.back(before);
            send(false);
            header.piece++;
            open();
            before = bits.size();
            write(slot, kind, level, base, form);
        }
        lastBits = bits.size() - before;
        lastSlot = slot;
        count++;
        return (int) header.number;
    }

    private void write(int slot, int kind, int level, int base, int form) {
        distance(slot - lastSlot - 1);
        if (kind == GONE) {
            bits.put(GONE, KIND_BITS);
            return;
        }
        int levelBits = level == 0 ? 1 : 1 + LEVEL_BITS;
        int rate = level == 0 ? 0 : 1 | level << 1;
        bits.put((base & 1) << levelBits + KIND_BITS | rate << KIND_BITS | kind, KIND_BITS + levelBits + 1);
        if (kind != HAS) {
            shared.copy(slot, kind == FRESH ? SharedBodies.BASELINE : SharedBodies.CHANGE, bits);
        }
        shared.copy(slot, kind == HAS ? form : SharedBodies.NEWER, bits);
    }

    private void distance(int distance) {
        int unary = distance >>> shift;
        if (unary >= MOST_UNARY) {
            bits.put(-1, MOST_UNARY);
            bits.put(distance, SLOT_BITS);
        } else {
            long rest = distance & (1L << shift) - 1;
            bits.put(rest << unary + 1 | (1L << unary) - 1, unary + 1 + shift);
        }
    }

    /** Sends the last datagram of the state. Returns its number. */
    long end() {
        send(true);
        return header.number;
    }

    private void send(boolean isLast) {
        header.isLastOfClient = isLast;
        header.records = count;
        bits.put(END, END_BITS);
        writer.open(bytes, 0);
        header.write(writer);
        bits.write(bytes, writer.position());
        datagram.limit(writer.position() + bits.bytes()).position(0);
        Datagrams.send(datagram, isLast && header.piece == 0 && count > 0, output);
    }
}
