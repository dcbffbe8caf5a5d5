package io.github.freestep.physics.lockstep.link;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The layout of a packet, all numbers big-endian:
 *
 * <pre>{@code
 * byte  magic, byte version
 * long  token of the connection, chosen by the peer, not 0
 * int   sender's clock in microseconds
 * int   newest clock value of the other side plus the time since its arrival; byte 1 if there is one, else 0
 * twice, for each lane: int next expected unit, long mask of the units received after it
 * units: byte lane and end-of-message flag, int sequence, short length, bytes
 * int   CRC32C of all that precedes
 * }</pre>
 */
public final class Packet {
    /** The greatest length in bytes. It fits into one datagram of an Ethernet network. */
    public static final int MAX = 1_200;

    static final int LANES = 2;
    public static final int HEADER = 2 + 8 + 4 + 4 + 1 + LANES * 12;
    static final int UNIT_HEADER = 7;
    static final int CHECKSUM = 4;

    /** The greatest number of bytes of one unit. Longer messages are split. */
    static final int MAX_UNIT = MAX - HEADER - UNIT_HEADER - CHECKSUM;

    static final byte MAGIC = (byte) 0xF5;
    static final byte VERSION = 1;

    /** Lane 0 carries all that is urgent. Lane 1 carries a saved world past it. */
    public static final int URGENT = 0;

    public static final int BULK = 1;

    private final CRC32C crc = new CRC32C();

    /** Writes the checksum at the position, and flips the buffer. */
    void seal(ByteBuffer packet) {
        packet.putInt(checksum(packet, packet.position()));
        packet.flip();
    }

    /**
     * Returns the token of a packet that is whole and of this version.
     *
     * @return 0 if it is not
     */
    public long token(ByteBuffer packet) {
        int length = packet.remaining();
        int start = packet.position();
        if (length < HEADER + CHECKSUM
                || length > MAX
                || packet.get(start) != MAGIC
                || packet.get(start + 1) != VERSION) {
            return 0;
        }
        int end = packet.limit() - CHECKSUM;
        return packet.getInt(end) == checksum(packet, end) ? packet.getLong(start + 2) : 0;
    }

    /** Whether a whole packet has the first unit of a connection. */
    public static boolean begins(ByteBuffer packet) {
        int at = packet.position() + HEADER;
        int end = packet.limit() - CHECKSUM;
        while (end - at >= UNIT_HEADER && packet.getShort(at + 5) >= 0) {
            if ((packet.get(at) & 1) == URGENT && packet.getInt(at + 1) == 0) {
                return true;
            }
            at += UNIT_HEADER + packet.getShort(at + 5);
        }
        return false;
    }

    private int checksum(ByteBuffer packet, int end) {
        int position = packet.position();
        int limit = packet.limit();
        crc.reset();
        packet.limit(end).position(position == end ? 0 : position);
        crc.update(packet);
        packet.limit(limit).position(position);
        return (int) crc.getValue();
    }
}
