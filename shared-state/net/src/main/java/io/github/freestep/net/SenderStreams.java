package io.github.freestep.net;

import io.github.freestep.net.link.LossMeter;
import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.net.session.ClientStatus;
import io.github.freestep.net.session.Peers;
import io.github.freestep.net.session.ServerLink;
import io.github.freestep.net.wire.DatagramOutput;
import io.github.freestep.net.wire.Datagrams;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Seals and sends pieces, and the stream of events and notices of the run. Each datagram of the stream has a number,
 * and each piece has that of the newest one, so a receiver knows what it has missed and asks for it. For the sender's
 * thread only.
 */
final class SenderStreams implements DatagramOutput {
    private static final int NUMBER_BYTES = Integer.BYTES;

    /** Within this time, all clients are told of the run. */
    private static final long RUN_NANOS = 1_000_000_000;

    private final ServerLink server;
    private final Peers peers;
    private final SentStream stream = new SentStream();
    private final ByteBuffer plain = ByteBuffer.allocate(2 * NUMBER_BYTES + Datagrams.MAX_DATAGRAM);
    private final ByteBuffer repeated = ByteBuffer.allocate(DatagramTransport.MAX_BYTES);

    /** The time at which datagrams are sent. Set it before each pass. */
    long nowNanos;

    /** The client that is sent the state. */
    private @Nullable ClientStatus receiver;

    /** The bytes of the state, with all headers. */
    long pieceBytes;

    /** The bytes of its copies. */
    long copyBytes;

    private long commonBytes;

    SenderStreams(ServerLink server, Peers peers) {
        this.server = server;
        this.peers = peers;
    }

    /** Begins a state for a client. One that is new is told of the run, as all were within the last second. */
    void begin(ClientStatus client) {
        receiver = client;
        pieceBytes = 0;
        copyBytes = 0;
        if (client.knowsRun) {
            return;
        }
        client.knowsRun = true;
        client.firstEvents = client.firstEvents == null ? (Integer) stream.next : client.firstEvents;
        int first = stream.firstSince(nowNanos - RUN_NANOS);
        for (int number = first; number != stream.next && read(number, client); number++) {
            client.sent(Peers.bytes(repeated));
            send(repeated, client);
        }
    }

    /** Reads a datagram of the stream, but leaves out events from before the client came. */
    private boolean read(int number, ClientStatus client) {
        boolean isThere = stream.read(number, repeated);
        Integer from = client.firstEvents;
        if (isThere && from != null && number - from < 0 && Datagrams.isEvents(repeated.get(NUMBER_BYTES))) {
            repeated.limit(NUMBER_BYTES);
        }
        return isThere;
    }

    /** Returns how many bytes of the stream, with all headers, every client was sent since the last call. */
    long takeCommonBytes() {
        long taken = commonBytes;
        commonBytes = 0;
        return taken;
    }

    @Override
    public void stream(ByteBuffer datagram) {
        ByteBuffer numbered = numbered(0, stream.next, datagram);
        stream.add(numbered, nowNanos);
        commonBytes += Peers.bytes(numbered) + LossMeter.UDP_BYTES;
        List<ClientStatus> all = server.admitted();
        for (int i = 0; i < all.size(); i++) {
            ClientStatus to = all.get(i);
            to.sent(Peers.bytes(numbered));
            send(numbered, to);
            if (to.memory != null) {
                // Whoever has missed it asks once a piece says its number.
                to.memory.tell();
            }
        }
    }

    private void send(ByteBuffer ofStream, ClientStatus to) {
        peers.send(RoomHeader.STREAM, server.seal(RoomHeader.STREAM, ofStream, to), to.address);
    }

    @Override
    public void piece(ByteBuffer datagram) {
        pieceBytes += send(datagram, false);
    }

    @Override
    public void copy(ByteBuffer datagram) {
        copyBytes += send(datagram, true);
    }

    private int send(ByteBuffer datagram, boolean isCopy) {
        ByteBuffer piece = numbered(NUMBER_BYTES, stream.next - 1, datagram);
        // Sealed each time: a receiver takes the same datagram for a replay, and does not count it.
        for (int n = !isCopy ? receiver.sends : receiver.pace.copies ? 1 : 0; n > 0; n--) {
            peers.sendPiece(piece, receiver, server);
        }
        return Peers.pieceBytes(piece.remaining() + ServerLink.OVERHEAD);
    }

    /** Returns a datagram after its number, with some room before it. */
    private ByteBuffer numbered(int room, int number, ByteBuffer datagram) {
        int length = datagram.remaining();
        int start = room + NUMBER_BYTES;
        plain.clear().putInt(room, number).put(start, datagram, datagram.position(), length);
        return plain.limit(start + length);
    }

    /** Repeats what a client has asked for, as far as it may cost. */
    void repeat(ClientStatus client) {
        int first = client.firstWanted();
        for (long wanted = client.takeWanted(); wanted != 0; wanted &= wanted - 1) {
            boolean isThere = read(first + Long.numberOfTrailingZeros(wanted), client);
            if (isThere && client.mayRepeat(Peers.bytes(repeated))) {
                send(repeated, client);
            }
        }
    }
}
