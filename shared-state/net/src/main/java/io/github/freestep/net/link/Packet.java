package io.github.freestep.net.link;

import java.nio.ByteBuffer;

/**
 * The layout of a packet, all numbers big-endian:
 *
 * <pre>{@code
 * byte  magic, byte version
 * long  token of the connection, not 0
 * byte  flags: OPENING, HEARD, and for each lane whether its acknowledgement follows, and whether with a mask
 * short number of the packet
 * if HEARD: short number of the newest packet of the other side, short time since its arrival in units of 16 us,
 *       byte lost packets of the other side of 255
 * for each lane with an acknowledgement: short next expected unit, long mask of units received from it on
 * units: byte lane and flags; short sequence, unless it follows the unit before in the packet; byte or short length;
 *       bytes
 * }</pre>
 *
 * <p>To a packet of a connection that it does not know, a sequencer answers with another magic, the version, the token
 * and three bytes of 0, so that the answer is as long as the shortest packet.
 *
 * <p>There is no checksum, because a packet that crosses a network is sealed, and any other one stays in its process.
 */
public final class Packet {
    /** The greatest length in bytes. With what a transport adds, it fits into a datagram of 1,200 bytes. */
    public static final int MAX = 1_128;

    static final int LANES = 3;

    /** The bytes up to the number of the packet. */
    static final int HEADER = 2 + 8 + 1 + 2;

    static final int HEARD_BYTES = 2 + 2 + 1;
    static final int ACK_BYTES = 2;
    static final int MASK_BYTES = 8;

    /** The greatest number of bytes of one unit. Longer messages are split. */
    public static final int MAX_UNIT = MAX - HEADER - HEARD_BYTES - LANES * (ACK_BYTES + MASK_BYTES) - UnitHeader.MAX;

    static final byte MAGIC = (byte) 0xF5;
    private static final byte UNKNOWN_MAGIC = (byte) 0xF6;
    static final byte VERSION = 14;

    /** The first unit of the connection may not have arrived yet. */
    static final int OPENING = 1;

    /** The sender has received a packet of the other side. */
    static final int HEARD = 2;

    private static final int FIRST_ACK = 4;
    private static final int FIRST_MASK = FIRST_ACK << LANES;

    /** Lane 0 carries all that is urgent. */
    public static final int URGENT = 0;

    /** Lane 1 carries what may come some packets later. It is sent once, and again only if it got lost. */
    public static final int ROUTINE = 1;

    /** Lane 2 carries saved worlds, or messages that are sent once. */
    public static final int BULK = 2;

    private Packet() {}

    /** Writes the answer of a sequencer to a packet of a connection that it does not know, and flips the buffer. */
    public static void writeUnknown(ByteBuffer to, long token) {
        to.clear()
                .put(UNKNOWN_MAGIC)
                .put(VERSION)
                .putLong(token)
                .put(new byte[HEADER - 10])
                .flip();
    }

    /** Whether this is the answer of a sequencer that does not know the connection with a token. */
    public static boolean isUnknown(ByteBuffer packet, long token) {
        return token(packet, UNKNOWN_MAGIC) == token;
    }

    /** Returns the token of a packet; 0 if it is not whole, or not of this version. */
    public static long token(ByteBuffer packet) {
        return token(packet, MAGIC);
    }

    private static long token(ByteBuffer packet, byte magic) {
        int length = packet.remaining();
        int start = packet.position();
        boolean isWhole =
                length >= HEADER && length <= MAX && packet.get(start) == magic && packet.get(start + 1) == VERSION;
        return isWhole ? packet.getLong(start + 2) : 0;
    }

    static int ackFlag(int lane) {
        return FIRST_ACK << lane;
    }

    static int maskFlag(int lane) {
        return FIRST_MASK << lane;
    }

    /** Whether a whole packet has the first unit of a connection. */
    public static boolean begins(ByteBuffer packet) {
        int start = packet.position();
        int flags = packet.get(start + HEADER - 3);
        if ((flags & OPENING) == 0) {
            return false;
        }
        int at = start + HEADER + Link.ackBytes(flags);
        // The oldest urgent unit is the first one of its packet.
        return packet.limit() - at >= UnitHeader.MAX
                && UnitHeader.isFirstOf(URGENT, packet.get(at), packet.getShort(at + 1));
    }
}
