package io.github.freestep.net;

import io.github.freestep.net.link.LossMeter;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The addresses with which a sender or receiver exchanges datagrams on a transport. Which addresses are peers is up to
 * {@code net.session}. For one thread; allocates nothing but peers.
 *
 * <p>A datagram begins with a mark, by which it is known on a transport that carries others too, its kind, and the number
 * of its room (2 bytes).
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

    private final Map<SocketAddress, LinkPeer> peers = new HashMap<>();

    /** The same as in the map, for loops without an iterator. */
    private final List<LinkPeer> all = new ArrayList<>();

    /** A direct buffer, so that a socket sends from it without another copy. */
    private final ByteBuffer sending = ByteBuffer.allocateDirect(DatagramTransport.MAX_BYTES);

    private long commonBytes;
    private long dropped;

    Peers(Room room) {
        this(room.transport(), room.number, room::report);
    }

    Peers(DatagramTransport transport, int room, Consumer<Throwable> errors) {
        this.transport = transport;
        this.room = room;
        this.errors = errors;
    }

    /** Lets an address take part. */
    void admit(SocketAddress address) {
        if (!peers.containsKey(address)) {
            LinkPeer peer = new LinkPeer(address);
            peers.put(address, peer);
            all.add(peer);
        }
    }

    /** Sends nothing more to an address. */
    void dismiss(SocketAddress address) {
        LinkPeer peer = peers.remove(address);
        if (peer != null) {
            all.remove(peer);
        }
    }

    /** The bytes of the datagrams that were sent to an address since it was admitted; 0 if it is not. */
    long sentBytes(SocketAddress address) {
        LinkPeer peer = peers.get(address);
        return peer == null ? 0 : peer.sentBytes();
    }

    /**
     * Chooses what a peer is sent of the next states.
     *
     * @param times how often each datagram is sent to the peer; 0 for never
     * @param copies whether the copies are sent to the peer, too
     */
    void beginState(SocketAddress address, int times, boolean copies) {
        LinkPeer peer = peers.get(address);
        if (peer != null) {
            peer.times = times;
            peer.copies = copies;
        }
    }

    /** The bytes, with all headers, of the datagrams of the stream that went to every peer. */
    long commonBytes() {
        return commonBytes;
    }

    /** The number of datagrams that were dropped, because the transport was full. */
    long dropped() {
        return dropped;
    }

    /** The bytes on the wire of a piece, with all headers. */
    static int pieceBytes(int length) {
        return PIECE_HEADER + length + LossMeter.UDP_BYTES;
    }

    /** Sends a datagram of {@code net.session} to any address. */
    void send(byte kind, ByteBuffer datagram, SocketAddress to) {
        header(kind);
        write(HEADER, datagram, to);
    }

    /** Sends a piece to the peers that {@link #beginState} has chosen. */
    void sendPiece(ByteBuffer piece, boolean isCopy) {
        for (int i = 0; i < all.size(); i++) {
            LinkPeer peer = all.get(i);
            int times = !isCopy ? peer.times : peer.copies ? 1 : 0;
            for (; times > 0; times--) {
                sendPiece(piece, peer);
            }
        }
    }

    /** Sends a piece to one peer. */
    void sendPiece(ByteBuffer piece, SocketAddress to) {
        LinkPeer peer = peers.get(to);
        if (peer != null) {
            sendPiece(piece, peer);
        }
    }

    private void sendPiece(ByteBuffer piece, LinkPeer peer) {
        int length = PIECE_HEADER + piece.remaining();
        peer.sent(length);
        header(PIECE).putLong(HEADER, peer.sentOfState(length + LossMeter.UDP_BYTES));
        write(PIECE_HEADER, piece, peer.address);
    }

    /** Sends a datagram of the stream to all peers. */
    void sendToAll(ByteBuffer datagram) {
        int length = HEADER + datagram.remaining();
        commonBytes += length + LossMeter.UDP_BYTES;
        for (int i = 0; i < all.size(); i++) {
            LinkPeer peer = all.get(i);
            peer.sent(length);
            header(STREAM);
            write(HEADER, datagram, peer.address);
        }
    }

    /** Takes a request to repeat, as {@link LinkPeer#asks} does; nothing is repeated for an address that is no peer. */
    long asks(SocketAddress address, int first, long missed, long roundTripNanos, long nowNanos) {
        LinkPeer peer = peers.get(address);
        return peer == null ? 0 : peer.asks(first, missed, roundTripNanos, nowNanos);
    }

    /** Repeats a datagram of the stream to a peer, unless too much was repeated. */
    void repeat(ByteBuffer datagram, SocketAddress to) {
        LinkPeer peer = peers.get(to);
        if (peer != null && peer.mayRepeat(HEADER + datagram.remaining())) {
            header(STREAM);
            write(HEADER, datagram, to);
        }
    }

    private ByteBuffer header(byte kind) {
        return sending.clear().putInt(0, MARK).put(Integer.BYTES, kind).putShort(ROOM, (short) room);
    }

    /** An address that cannot be reached must not keep the datagram from the others. */
    private void write(int header, ByteBuffer datagram, SocketAddress to) {
        int length = datagram.remaining();
        sending.put(header, datagram, datagram.position(), length).limit(header + length);
        try {
            dropped += transport.send(sending, to) ? 0 : 1;
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
