package io.github.freestep.net.link;

import java.nio.ByteBuffer;

/**
 * The first bytes of each datagram: a mark, by which it is known on a transport that carries others too (4 bytes), its
 * kind (1), and the number of its room (2).
 */
public final class RoomHeader {
    /** The first four bytes: those of {@code "FRST"}. */
    public static final int MARK = 'F' << 24 | 'R' << 16 | 'S' << 8 | 'T';

    /**
     * The kind of a datagram: from a client, an answer to it, a piece, a part of the stream, a message of an
     * application, a packet of a match, or from a peer that joins a match, which must not join a room of states.
     */
    public static final byte TO_SERVER = 1;

    public static final byte TO_CLIENT = 2;
    public static final byte PIECE = 3;
    public static final byte STREAM = 4;
    public static final byte MESSAGE = 5;
    public static final byte MATCH = 6;
    public static final byte TO_SEQUENCER = 7;

    private static final int KIND = Integer.BYTES;
    private static final int ROOM = KIND + 1;

    /** The length of the header. */
    public static final int BYTES = ROOM + Short.BYTES;

    private static final int MOST = 65_535;

    private RoomHeader() {}

    /**
     * Checks the number of a room.
     *
     * @throws IllegalArgumentException if no room can have it
     */
    public static int requireRoom(int number) {
        if (number < 0 || number > MOST) {
            throw new IllegalArgumentException("room must be between 0 and " + MOST + ", was " + number);
        }
        return number;
    }

    /** Clears a buffer, and writes a header. The position is then behind it. */
    public static ByteBuffer write(ByteBuffer to, byte kind, int room) {
        return to.clear().putInt(MARK).put(kind).putShort((short) room);
    }

    /** Reads the kind of a datagram, and moves its position behind the header. Returns 0 if it is none of ours. */
    public static byte kind(ByteBuffer datagram) {
        int at = datagram.position();
        return isOurs(datagram) ? datagram.position(at + BYTES).get(at + KIND) : 0;
    }

    /** Reads the room of a datagram; negative if it is none of ours. */
    public static int room(ByteBuffer datagram) {
        return isOurs(datagram) ? Short.toUnsignedInt(datagram.getShort(datagram.position() + ROOM)) : -1;
    }

    private static boolean isOurs(ByteBuffer datagram) {
        return datagram.remaining() > BYTES && datagram.getInt(datagram.position()) == MARK;
    }
}
