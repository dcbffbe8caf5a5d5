package io.github.freestep.net;

import io.github.freestep.net.link.LossMeter;
import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.net.session.ClientStatus;
import io.github.freestep.net.session.ServerLink;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Sends the datagrams of a room on a transport. Which addresses are peers is up to {@code net.session}. For one thread;
 * allocates nothing once made.
 */
final class Peers {
    /**
     * After the bytes before it, a piece has a {@linkplain LossMeter#number number} for the peer, and the
     * {@linkplain io.github.freestep.net.seal.NumberTag tag} of this number.
     */
    private static final int PIECE_HEADER = RoomHeader.BYTES + 2 * Integer.BYTES;

    private final DatagramTransport transport;
    private final int room;

    /** Takes errors of the transport, and others that end nothing. */
    final Consumer<Throwable> errors;

    /** A direct buffer, so that a socket sends from it without another copy. */
    private final ByteBuffer sending = ByteBuffer.allocateDirect(DatagramTransport.MAX_BYTES);

    Peers(Room room) {
        this(room.transport(), room.number, room::report);
    }

    Peers(DatagramTransport transport, int room, Consumer<Throwable> errors) {
        this.transport = transport;
        this.room = room;
        this.errors = errors;
    }

    /** The bytes on the wire of a piece, with all headers. */
    static int pieceBytes(int length) {
        return PIECE_HEADER + length + LossMeter.UDP_BYTES;
    }

    /** The bytes of any other datagram, without the headers of UDP and IP. */
    static int bytes(ByteBuffer datagram) {
        return RoomHeader.BYTES + datagram.remaining();
    }

    /** Sends a datagram of {@code net.session} to any address. */
    void send(byte kind, ByteBuffer datagram, SocketAddress to) {
        header(kind);
        write(RoomHeader.BYTES, datagram, to);
    }

    /** Sends a piece to a client. */
    void sendPiece(ByteBuffer piece, ClientStatus to, ServerLink link) {
        int length = PIECE_HEADER + piece.remaining();
        to.sent(length);
        int number = LossMeter.number(to.sentOfStates(length + LossMeter.UDP_BYTES), to.isThinned());
        header(RoomHeader.PIECE)
                .putInt(RoomHeader.BYTES, number)
                .putInt(RoomHeader.BYTES + Integer.BYTES, link.tag(piece, number, to.id));
        write(PIECE_HEADER, piece, to.address);
    }

    private ByteBuffer header(byte kind) {
        return RoomHeader.write(sending, kind, room).position(0);
    }

    /**
     * Drops the datagram if the transport is full. An address that cannot be reached must not keep the datagram from
     * the others.
     */
    private void write(int header, ByteBuffer datagram, SocketAddress to) {
        int length = datagram.remaining();
        sending.put(header, datagram, datagram.position(), length).limit(header + length);
        try {
            transport.send(sending, to);
        } catch (IOException e) {
            errors.accept(new IOException("a datagram could not be sent to " + to, e));
        }
    }
}
