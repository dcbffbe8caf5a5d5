package io.github.freestep.net;

import io.github.freestep.net.link.LossMeter;
import io.github.freestep.net.session.ClientStatus;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Sends the datagrams of a room on a transport, and reads the headers of those that arrive. Which addresses are peers
 * is up to {@code net.session}. For one thread; allocates nothing once made.
 *
 * <p>A datagram begins with a mark, by which it is known on a transport that carries others too, its kind, and the
 * number of its room (2 bytes).
 */
final class Peers {
    /** The first four bytes of each datagram: those of {@code "FRST"}. */
    static final int MARK = 'F' << 24 | 'R' << 16 | 'S' << 8 | 'T';

    /**
     * The kind of a datagram, in the byte after the mark: from a client, an answer to it, a piece, of the stream, or a
     * message of an application.
     */
    static final byte TO_SERVER = 1;

    static final byte TO_CLIENT = 2;
    static final byte PIECE = 3;
    static final byte STREAM = 4;
    static final byte MESSAGE = 5;

    private static final int ROOM = Integer.BYTES + 1;
    private static final int HEADER = ROOM + Short.BYTES;

    /** After the bytes before it, a piece says how many bytes of states the peer was sent up to now. */
    private static final int PIECE_HEADER = HEADER + Long.BYTES;

    private final DatagramTransport transport;
    private final int room;

    /** Takes errors of the transport, and others that end nothing. */
    final Consumer<Throwable> errors;

    /** A direct buffer, so that a socket sends from it without another copy. */
    private final ByteBuffer sending = ByteBuffer.allocateDirect(DatagramTransport.MAX_BYTES);

    private volatile long dropped;

    Peers(Room room) {
        this(room.transport(), room.number, room::report);
    }

    Peers(DatagramTransport transport, int room, Consumer<Throwable> errors) {
        this.transport = transport;
        this.room = room;
        this.errors = errors;
    }

    /** The number of datagrams that were dropped, because the transport was full. For any thread. */
    long dropped() {
        return dropped;
    }

    /** The bytes on the wire of a piece, with all headers. */
    static int pieceBytes(int length) {
        return PIECE_HEADER + length + LossMeter.UDP_BYTES;
    }

    /** The bytes of any other datagram, without the headers of UDP and IP. */
    static int bytes(ByteBuffer datagram) {
        return HEADER + datagram.remaining();
    }

    /** Sends a datagram of {@code net.session} to any address. */
    void send(byte kind, ByteBuffer datagram, SocketAddress to) {
        header(kind);
        write(HEADER, datagram, to);
    }

    /** Sends a piece to a client. */
    void sendPiece(ByteBuffer piece, ClientStatus to) {
        int length = PIECE_HEADER + piece.remaining();
        to.sent(length);
        header(PIECE).putLong(HEADER, to.sentOfStates(length + LossMeter.UDP_BYTES));
        write(PIECE_HEADER, piece, to.address());
    }

    private ByteBuffer header(byte kind) {
        return sending.clear().putInt(0, MARK).put(Integer.BYTES, kind).putShort(ROOM, (short) room);
    }

    /** An address that cannot be reached must not keep the datagram from the others. */
    private void write(int header, ByteBuffer datagram, SocketAddress to) {
        int length = datagram.remaining();
        sending.put(header, datagram, datagram.position(), length).limit(header + length);
        try {
            boolean isSent = transport.send(sending, to);
            // Only this thread writes the count.
            dropped = dropped + (isSent ? 0 : 1);
        } catch (IOException e) {
            errors.accept(new IOException("a datagram could not be sent to " + to, e));
        }
    }

    /**
     * Reads the kind of a datagram, and moves its position behind it.
     *
     * @return 0 if it is none of ours
     */
    static byte kind(ByteBuffer datagram) {
        int at = datagram.position();
        return isOurs(datagram) ? datagram.position(at + HEADER).get(at + Integer.BYTES) : 0;
    }

    /** Reads the room of a datagram; negative if it is none of ours. */
    static int room(ByteBuffer datagram) {
        return isOurs(datagram) ? Short.toUnsignedInt(datagram.getShort(datagram.position() + ROOM)) : -1;
    }

    private static boolean isOurs(ByteBuffer datagram) {
        return datagram.remaining() > HEADER && datagram.getInt(datagram.position()) == MARK;
    }

    /** Reads how many bytes of states the sender has sent up to this piece; negative if it is cut off. */
    static long sentUpTo(ByteBuffer piece) {
        return piece.remaining() < Long.BYTES ? -1 : piece.getLong();
    }
}
