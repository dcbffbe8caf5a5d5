package io.github.freestep.net.link;

import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.protocol.DataHeaderFlyweight;
import io.aeron.protocol.HeaderFlyweight;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.agrona.BitUtil;
import org.jspecify.annotations.Nullable;

/**
 * The addresses with which a link exchanges the datagrams of Aeron. Aeron itself sends to every address that asks for
 * it, and believes every source. So the socket passes only datagrams of peers on to Aeron, and Aeron's datagrams go to
 * peers only. For the thread of the link only.
 *
 * <p>How an address becomes a peer is up to the {@link Handler}. It takes the link's own datagrams, which may come from
 * any address: they begin with a mark that no datagram of Aeron has, and Aeron never sees them.
 *
 * <p>Rejected: Aeron's manual destinations. They bound who is sent a stream, but Aeron still answers, repeats and
 * changes its flow control for everyone, and a destination is a text that is added by a command.
 */
public final class Peers {
    /** Takes the link's own datagrams. */
    @FunctionalInterface
    public interface Handler {
        /**
         * Takes a datagram, from position to limit. The buffer has an array, and is valid during the call only.
         *
         * @param source where it says to come from, which may be forged
         */
        void datagram(ByteBuffer datagram, InetSocketAddress source);
    }

    /** Aeron's datagrams have a zero in the byte after these, which is their version. */
    private static final byte[] MARK = {'F', 'R', 'S', 'T'};

    /** In that byte: a datagram of the link's own, and a piece of a state for one peer. */
    private static final byte OWN = 1;

    private static final byte PIECE = 2;
    private static final int OWN_BYTES = MARK.length + 1;

    /** After the bytes before it, a piece says how many bytes of states the peer was sent up to now. */
    private static final int PIECE_BYTES = OWN_BYTES + Long.BYTES;

    /** Where Aeron's datagrams have the type of their first frame, and the number that is free for the program. */
    private static final int TYPE = HeaderFlyweight.TYPE_FIELD_OFFSET;

    private static final int RESERVED = DataHeaderFlyweight.RESERVED_VALUE_OFFSET;

    /** The headers of UDP and IPv4. */
    static final int UDP_BYTES = 28;

    /** The most datagrams that are taken or ignored before the rest of the link works. */
    private static final int MOST_DATAGRAMS = 1_024;

    private final Handler handler;
    private final Consumer<ByteBuffer> pieces;
    private final Map<InetSocketAddress, LinkPeer> peers = new HashMap<>();

    /** The same as in the map, for loops without an iterator. */
    private final List<LinkPeer> all = new ArrayList<>();

    private final ByteBuffer received = ByteBuffer.allocate(AeronLink.MTU_BYTES);
    /** A direct buffer, so that the socket sends from it without another copy. */
    private final ByteBuffer sending =
            ByteBuffer.allocateDirect(AeronLink.MTU_BYTES).put(MARK);

    private @Nullable Sending socket;
    private Consumer<Throwable> errors = error -> {};

    /** While Aeron repeats what one peer has missed: that peer. */
    private @Nullable LinkPeer repeating;

    private long ignored;
    private long commonBytes;
    private long droppedPieces;

    /** Counts the pieces that arrive. */
    private @Nullable LossMeter meter;

    /** Creates a link's peers; there are none yet. Pieces for one peer are ignored. */
    public Peers(Handler handler) {
        this(handler, piece -> {});
    }

    /**
     * Creates a link's peers; there are none yet.
     *
     * @param pieces takes what {@link #sendPiece} sends. The buffer has an array, and is valid during the call only
     */
    public Peers(Handler handler, Consumer<ByteBuffer> pieces) {
        this.handler = handler;
        this.pieces = pieces;
    }

    /** Lets an address take part. */
    public void admit(InetSocketAddress address) {
        if (!peers.containsKey(address)) {
            LinkPeer peer = new LinkPeer(address, System.nanoTime());
            peers.put(address, peer);
            all.add(peer);
        }
    }

    /** Sends nothing more to an address, and ignores it. */
    public void dismiss(InetSocketAddress address) {
        LinkPeer peer = peers.remove(address);
        if (peer != null) {
            all.remove(peer);
        }
    }

    /** The bytes of Aeron's datagrams that were sent to an address since it was admitted; 0 if it is not. */
    public long sentBytes(InetSocketAddress address) {
        LinkPeer peer = peers.get(address);
        return peer == null ? 0 : peer.sentBytes();
    }

    /**
     * Chooses what a peer is sent of a state. Its datagrams have the number {@code 2 * state}, and the copies of them
     * {@code 2 * state + 1}.
     *
     * @param state its number, from 1, each higher than the one before
     * @param times how often each datagram is sent to the peer; 0 for never
     * @param copies whether the copies are sent to the peer, too
     */
    public void beginState(InetSocketAddress address, long state, int times, boolean copies) {
        LinkPeer peer = peers.get(address);
        if (peer != null) {
            peer.beginState(state, times, copies);
        }
    }

    /**
     * The bytes, with all headers, of the datagrams of data that went to every peer. SETUPs do not count: a client
     * that asks for many would use up the budget of all.
     */
    public long commonBytes() {
        return commonBytes;
    }

    /** The bytes of a datagram on the wire, with all headers. */
    public static int wireBytes(int length) {
        return BitUtil.align(length + DataHeaderFlyweight.HEADER_LENGTH, FrameDescriptor.FRAME_ALIGNMENT) + UDP_BYTES;
    }

    /** Dismisses all peers but one, which is admitted. */
    public void admitOnly(InetSocketAddress address) {
        if (all.size() != 1 || !peers.containsKey(address)) {
            peers.clear();
            all.clear();
            admit(address);
        }
    }

    /** The number of datagrams of Aeron that were ignored: from other addresses, or too many of a peer. */
    public long ignored() {
        return ignored;
    }

    /** Sends one of the link's own datagrams, from position to limit, to any address. It may be lost. */
    public void send(ByteBuffer datagram, InetSocketAddress to) {
        sending.limit(OWN_BYTES + datagram.remaining());
        sending.put(MARK.length, OWN);
        sending.put(OWN_BYTES, datagram, datagram.position(), datagram.remaining());
        write(sending.position(0), to);
    }

    /**
     * Sends a piece of a state to one peer, past Aeron: other peers do not get it, so their streams would have gaps. It
     * may be lost, and it is dropped and counted if the socket is full.
     */
    public void sendPiece(ByteBuffer piece, InetSocketAddress to) {
        LinkPeer peer = peers.get(to);
        if (peer != null) {
            int length = PIECE_BYTES + piece.remaining();
            peer.sent(length);
            sending.limit(length);
            sending.put(MARK.length, PIECE).putLong(OWN_BYTES, peer.sentOfState(length + UDP_BYTES));
            sending.put(PIECE_BYTES, piece, piece.position(), piece.remaining());
            droppedPieces += write(sending.position(0), to) < length ? 1 : 0;
        }
    }

    /** The number of pieces for one peer that were dropped, because the socket was full. */
    public long droppedPieces() {
        return droppedPieces;
    }

    /** The bytes on the wire of a piece for one peer, with all headers. */
    public static int pieceBytes(int length) {
        return PIECE_BYTES + length + UDP_BYTES;
    }

    /** Sets what counts the pieces that arrive. */
    void meter(LossMeter states) {
        meter = states;
    }

    /** Sets the socket of the link, and what takes its errors. */
    void opened(Sending newSocket, Consumer<Throwable> newErrors) {
        socket = newSocket;
        errors = newErrors;
    }

    /**
     * Receives until there is a datagram for Aeron. One that is not for Aeron does not end the driver's work, which
     * takes one datagram at a time: a flood of them would otherwise delay those of peers.
     *
     * @return the source of the datagram in the buffer; null if there is none for Aeron
     */
    @Nullable InetSocketAddress receive(Socket from, ByteBuffer buffer) {
        for (int i = 0; i < MOST_DATAGRAMS; i++) {
            InetSocketAddress source = from.receive(buffer);
            if (source == null) {
                return null;
            }
            if (isMarked(buffer)) {
                take(buffer, source);
            } else if (isAdmitted(source)) {
                return source;
            }
        }
        return null;
    }

    /** Receives one datagram from an endpoint's socket. */
    @FunctionalInterface
    interface Socket {
        @Nullable InetSocketAddress receive(ByteBuffer into);
    }

    /** Sends a datagram by an endpoint's socket. Sends nothing, and returns 0, if the socket is full. */
    @FunctionalInterface
    interface Sending {
        int send(ByteBuffer datagram, InetSocketAddress to) throws IOException;
    }

    private static boolean isMarked(ByteBuffer buffer) {
        for (int i = 0; i < MARK.length; i++) {
            if (buffer.position() <= i || buffer.get(i) != MARK[i]) {
                return false;
            }
        }
        return true;
    }

    private void take(ByteBuffer buffer, InetSocketAddress source) {
        byte kind = buffer.position() < OWN_BYTES ? 0 : buffer.get(MARK.length);
        int header = kind == OWN ? OWN_BYTES : PIECE_BYTES;
        int length = buffer.position() - header;
        if (length < 0 || length > received.capacity() || kind == PIECE && !isAdmitted(source)) {
            return;
        }
        received.clear().put(0, buffer, header, length).limit(length);
        if (kind == OWN) {
            handler.datagram(received, source);
        } else if (kind == PIECE) {
            if (meter != null) {
                meter.took(buffer.order(ByteOrder.BIG_ENDIAN).getLong(OWN_BYTES), header + length);
            }
            pieces.accept(received);
        }
    }

    private boolean isAdmitted(InetSocketAddress source) {
        boolean admitted = peers.containsKey(source);
        if (!admitted) {
            ignored++;
        }
        return admitted;
    }

    /** Whether a peer may send another control datagram now. */
    boolean mayControl(InetSocketAddress source) {
        LinkPeer peer = peers.get(source);
        boolean may = peer != null && peer.mayControl(System.nanoTime());
        if (!may) {
            ignored++;
        }
        return may;
    }

    /** Sends to one peer only, what it has missed, until {@link #repeatsNoMore}. */
    void repeatTo(InetSocketAddress address) {
        repeating = peers.get(address);
    }

    void repeatsNoMore() {
        repeating = null;
    }

    /**
     * Sends one of Aeron's datagrams to all peers, or to the one that has missed it. A datagram of a state goes to the
     * peers that {@link #beginState} has chosen. Instead of its number, it says how many bytes of states the peer was
     * sent up to now. So a peer knows what it has missed.
     *
     * @return the length of the datagram; less if the socket's buffer is full, so that Aeron sends it again
     */
    int sendToAll(ByteBuffer datagram) {
        int length = datagram.remaining();
        LinkPeer only = repeating;
        if (only != null) {
            return only.mayRepeat(length) ? write(datagram, only.address) : length;
        }
        int position = datagram.position();
        long number = numberOf(datagram);
        int sent = length;
        commonBytes += number == 0 && isData(datagram) ? length + UDP_BYTES : 0;
        for (int i = 0; i < all.size(); i++) {
            LinkPeer peer = all.get(i);
            for (int times = number == 0 ? 1 : peer.times(number); times > 0; times--) {
                peer.sent(length);
                if (number != 0) {
                    datagram.putLong(position + RESERVED, peer.sentOfState(length + UDP_BYTES));
                }
                sent = Math.min(sent, write(datagram.position(position), peer.address));
            }
        }
        if (number != 0) {
            // Aeron sends the datagram again if a socket was full.
            datagram.putLong(position + RESERVED, number);
        }
        return sent;
    }

    private static long numberOf(ByteBuffer datagram) {
        boolean isHeartbeat = datagram.remaining() == DataHeaderFlyweight.HEADER_LENGTH;
        return isData(datagram) && !isHeartbeat ? datagram.getLong(datagram.position() + RESERVED) : 0;
    }

    private static boolean isData(ByteBuffer datagram) {
        return datagram.remaining() >= DataHeaderFlyweight.HEADER_LENGTH
                && datagram.order(ByteOrder.LITTLE_ENDIAN).getShort(datagram.position() + TYPE)
                        == HeaderFlyweight.HDR_TYPE_DATA;
    }

    /** An address that cannot be reached must not keep the datagram from the others. */
    private int write(ByteBuffer datagram, InetSocketAddress to) {
        int length = datagram.remaining();
        try {
            return socket == null ? length : socket.send(datagram, to);
        } catch (IOException e) {
            errors.accept(new IOException("a datagram could not be sent to " + to, e));
            return length;
        }
    }
}
