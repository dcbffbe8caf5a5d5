package io.github.freestep.net;

import io.github.freestep.net.session.ClientStatus;
import io.github.freestep.net.session.ServerLink;
import io.github.freestep.net.wire.StateEncoder;
import java.net.SocketAddress;
import java.nio.ByteBuffer;

/**
 * Seals and sends pieces, and the stream of baselines and events. Each datagram of the stream has a number, and each
 * piece has that of the newest one, so a receiver knows what it has missed and asks for it. For the sender's thread
 * only.
 */
final class SenderStreams implements StateEncoder.Output {
    private static final int NUMBER_BYTES = Integer.BYTES;

    private final ServerLink server;
    private final Peers peers;
    private final SentStream stream = new SentStream();
    private final ByteBuffer plain = ByteBuffer.allocate(NUMBER_BYTES + StateEncoder.MAX_DATAGRAM);
    private final ByteBuffer repeated = ByteBuffer.allocate(DatagramTransport.MAX_BYTES);
    private long nowNanos;
    private long pieceBytes;
    private long copyBytes;

    SenderStreams(ServerLink server, Peers peers) {
        this.server = server;
        this.peers = peers;
    }

    /** Sets the time of what is sent from now on. */
    void now(long nanos) {
        nowNanos = nanos;
    }

    /** Begins a state. */
    void beginState() {
        pieceBytes = 0;
        copyBytes = 0;
    }

    /** The bytes of the state, with all headers. */
    long pieceBytes() {
        return pieceBytes;
    }

    /** The bytes of its copies. */
    long copyBytes() {
        return copyBytes;
    }

    @Override
    public void baseline(ByteBuffer datagram) {
        ByteBuffer sealed = server.sealBaseline(numbered(stream.next(), datagram));
        stream.add(sealed, nowNanos);
        peers.sendToAll(sealed);
    }

    @Override
    public void piece(ByteBuffer datagram) {
        ByteBuffer sealed = sealPiece(datagram);
        pieceBytes += Peers.pieceBytes(sealed.remaining());
        peers.sendPiece(sealed, false);
    }

    @Override
    public void copy(ByteBuffer datagram) {
        ByteBuffer sealed = sealPiece(datagram);
        copyBytes += Peers.pieceBytes(sealed.remaining());
        peers.sendPiece(sealed, true);
    }

    /**
     * Sends a piece to one client.
     *
     * @param times how often
     * @return its bytes, with all headers
     */
    int piece(ByteBuffer datagram, SocketAddress client, int times) {
        ByteBuffer sealed = sealPiece(datagram);
        for (int i = 0; i < times; i++) {
            peers.sendPiece(sealed, client);
        }
        return Peers.pieceBytes(sealed.remaining());
    }

    private ByteBuffer sealPiece(ByteBuffer datagram) {
        return server.sealPiece(numbered(stream.next() - 1, datagram));
    }

    private ByteBuffer numbered(int number, ByteBuffer datagram) {
        int length = datagram.remaining();
        plain.clear().putInt(number).put(NUMBER_BYTES, datagram, datagram.position(), length);
        return plain.position(0).limit(NUMBER_BYTES + length);
    }

    /** Repeats datagrams of the stream to a client that has missed them. */
    void repeat(ClientStatus client, int first, long missed) {
        long wanted = peers.asks(client.address(), first, missed, client.roundTripNanos(), nowNanos);
        for (int i = 0; wanted != 0; wanted >>>= 1, i++) {
            if ((wanted & 1) != 0 && stream.read(first + i, repeated)) {
                peers.repeat(repeated, client.address());
            }
        }
    }
}
