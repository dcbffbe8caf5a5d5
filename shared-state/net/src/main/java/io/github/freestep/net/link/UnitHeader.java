package io.github.freestep.net.link;

import java.nio.ByteBuffer;

/**
 * What precedes a unit in a packet: a byte with its lane and flags, its sequence unless it is one more than that of the
 * unit before, and its length. One object writes or reads the units of a packet, one after the other.
 */
final class UnitHeader {
    /** The greatest length. */
    static final int MAX = 1 + 2 + 2;

    private static final int LANE = 3;

    /** The unit ends a message. */
    static final int LAST = 4;

    /** The unit is a difference, see {@link LastMessages}. */
    static final int DIFFERENCE = 8;

    private static final int FOLLOWS = 16;
    private static final int LONG = 32;
    private static final int ALL = LANE | LAST | DIFFERENCE | FOLLOWS | LONG;

    int lane;
    int flags;
    short sequence;
    int length;

    /** Begins a packet. */
    void begin() {
        lane = -1;
    }

    /** Whether a unit with these first bytes is the first one of a lane. */
    static boolean isFirstOf(int lane, byte first, short sequence) {
        return (first & (LANE | FOLLOWS)) == lane && sequence == 0;
    }

    /** Writes the header of a unit, whose flags are {@link #LAST} and {@link #DIFFERENCE}. */
    void write(ByteBuffer to, int ofLane, int withFlags, int withSequence, int withLength) {
        boolean follows = ofLane == lane && (short) withSequence == (short) (sequence + 1);
        boolean isLong = withLength > 0xFF;
        to.put((byte) (ofLane | withFlags | (follows ? FOLLOWS : 0) | (isLong ? LONG : 0)));
        lane = ofLane;
        sequence = (short) withSequence;
        if (!follows) {
            to.putShort(sequence);
        }
        if (isLong) {
            to.putShort((short) withLength);
        } else {
            to.put((byte) withLength);
        }
    }

    /** Reads the header of a unit whose bytes end at {@code end} at the latest. */
    void read(ByteBuffer from, int end) throws InvalidMessageException {
        int first = from.get();
        boolean follows = (first & FOLLOWS) != 0;
        int bytes = (follows ? 0 : 2) + ((first & LONG) != 0 ? 2 : 1);
        if ((first & ~ALL) != 0 || (first & LANE) >= Packet.LANES || end - from.position() < bytes) {
            throw new InvalidMessageException(
                    "a packet has a unit with flags " + first + " that is cut off or unknown");
        }
        if (follows && lane != (first & LANE)) {
            throw new InvalidMessageException("a unit of lane " + (first & LANE) + " must not follow one of " + lane);
        }
        lane = first & LANE;
        flags = first & (LAST | DIFFERENCE);
        sequence = follows ? (short) (sequence + 1) : from.getShort();
        length = (first & LONG) != 0 ? from.getShort() : from.get() & 0xFF;
        if (length < 0 || length > end - from.position()) {
            throw new InvalidMessageException("a packet ends in the middle of a unit of " + length + " bytes");
        }
    }
}
