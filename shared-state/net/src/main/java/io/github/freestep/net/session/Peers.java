package io.github.freestep.net.session;

import io.github.freestep.net.link.LossMeter;
import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.net.seal.Sealer;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Sends the datagrams of a room on a transport. Which addresses are peers is up to the links. For one thread. Allocates
 * nothing once made, except about 1 kB per piece, because each client's piece is sealed apart.
 */
public final class Peers {
    private final Sending transport;
    public final int room;

    /** Takes errors of the transport, and others that end nothing. */
    public final Consumer<Throwable> errors;

    /** A direct buffer, so that a socket sends from it without another copy. */
    private final ByteBuffer sending = ByteBuffer.allocateDirect(RoomHeader.BYTES + Sealer.MAX_PLAIN + Sealer.OVERHEAD);

    /** Sends as a transport does. */
    @FunctionalInterface
    public interface Sending {
        boolean send(ByteBuffer datagram, SocketAddress to) throws IOException;
    }

    /** Creates the way to the peers of the room with a number. */
    public Peers(Sending transport, int room, Consumer<Throwable> errors) {
        this.transport = transport;
        this.room = room;
        this.errors = errors;
    }

    /** The bytes on the wire of a piece, with all headers. */
    public static int pieceBytes(int length) {
        return RoomHeader.BYTES + length + LossMeter.UDP_BYTES;
    }

    /** The bytes of any other datagram, without the headers of UDP and IP. */
    public static int bytes(ByteBuffer plain) {
        return RoomHeader.BYTES + plain.remaining() + ServerLink.OVERHEAD;
    }

    /**
     * Sends a piece to a client.
     *
     * @param piece begins with room for the {@linkplain LossMeter#number number} of bytes that this client was sent
     */
    public void sendPiece(ByteBuffer piece, ClientStatus to, ServerLink link) {
        int bytes = pieceBytes(piece.remaining() + ServerLink.OVERHEAD);
        to.sent(bytes - LossMeter.UDP_BYTES);
        piece.putInt(piece.position(), LossMeter.number(to.sentOfStates(bytes), to.isThinned()));
        send(RoomHeader.PIECE, link.seal(RoomHeader.PIECE, piece, to), to.address);
    }

    /**
     * Sends a datagram to any address, or drops it if the transport is full. An address that
     * cannot be reached must not keep datagrams from others.
     */
    public void send(byte kind, ByteBuffer datagram, SocketAddress to) {
        RoomHeader.write(sending, kind, room).position(0);
        int length = datagram.remaining();
        sending.put(RoomHeader.BYTES, datagram, datagram.position(), length).limit(RoomHeader.BYTES + length);
        try {
            transport.send(sending, to);
        } catch (IOException e) {
            errors.accept(new IOException("a datagram could not be sent to " + to, e));
        }
    }
}
