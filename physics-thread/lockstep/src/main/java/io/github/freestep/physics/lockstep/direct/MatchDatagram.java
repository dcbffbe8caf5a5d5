package io.github.freestep.physics.lockstep.direct;

import io.github.freestep.net.DatagramTransport;
import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.net.seal.ReplayWindow;
import io.github.freestep.net.seal.Sealer;
import io.github.freestep.net.seal.SharedKey;
import io.github.freestep.net.seal.Unsealer;
import io.github.freestep.physics.lockstep.LockstepTransport;
import io.github.freestep.physics.lockstep.link.RoomTransport;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/** Writes, reads and carries the datagrams of a match at one of their two ends. For one thread. */
final class MatchDatagram {
    private static final String TO_SEQUENCER = "to sequencer";
    private static final String TO_PEER = "to peer";

    /** The most datagrams of one poll, so that a flood of them does not keep the caller from its work. */
    private static final int MOST_DATAGRAMS = 4_096;

    private static final SecureRandom RANDOM = new SecureRandom();

    private static final int MOST_PLAIN = 2 * Long.BYTES + LockstepTransport.MAX_PACKET;

    private final DatagramTransport transport;
    private final int room;
    private final boolean isOwn;
    private final Sealer sealer;
    private final Unsealer unsealer;
    private final ByteBuffer text = ByteBuffer.allocate(MOST_PLAIN);
    private final ByteBuffer plain = ByteBuffer.allocate(MOST_PLAIN);
    private final ByteBuffer out = ByteBuffer.allocateDirect(DatagramTransport.MAX_BYTES);
    private final ByteBuffer in = ByteBuffer.allocateDirect(DatagramTransport.MAX_BYTES + 1);
    private volatile @Nullable Throwable trouble;
    private int left;

    /** Of the datagram that was received last, as the fields below. */
    long number;

    long ticket;

    /** The sender's counter, which goes up with each datagram and each run; 0 without a key. */
    long counter;

    /** Differs between the runs of a sender; 0 without a key. */
    int salt;

    private MatchDatagram(
            DatagramTransport transport,
            int room,
            boolean isOwn,
            byte @Nullable [] key,
            String outbound,
            String inbound) {
        this.transport = transport;
        this.room = room;
        this.isOwn = isOwn;
        byte[] own = SharedKey.ofRoom(key, room);
        sealer = Sealer.of(own, outbound, RANDOM.nextInt(), Sealer.counterOfNow());
        unsealer = Unsealer.of(own, inbound);
    }

    static MatchDatagram ofSequencer(DatagramTransport transport, int room, boolean isOwn, byte @Nullable [] key) {
        return new MatchDatagram(transport, room, isOwn, key, TO_PEER, TO_SEQUENCER);
    }

    static MatchDatagram ofPeer(DatagramTransport transport, int room, boolean isOwn, byte @Nullable [] key) {
        return new MatchDatagram(transport, room, isOwn, key, TO_SEQUENCER, TO_PEER);
    }

    /** Draws a number or ticket that cannot be guessed; never 0. */
    static long draw() {
        return RANDOM.nextLong() | 1;
    }

    static void require(ByteBuffer packet) {
        if (packet.remaining() > LockstepTransport.MAX_PACKET) {
            throw new IllegalArgumentException("a packet must have at most " + LockstepTransport.MAX_PACKET
                    + " bytes, had " + packet.remaining() + "; split it");
        }
    }

    /** Sends a packet, or drops it. */
    void send(long peer, long itsTicket, ByteBuffer packet, SocketAddress to) {
        text.clear().putLong(peer).putLong(itsTicket);
        text.put(2 * Long.BYTES, packet, packet.position(), packet.remaining());
        text.position(0).limit(2 * Long.BYTES + packet.remaining());
        RoomHeader.write(out, RoomHeader.MATCH, room).put(sealer.seal(text)).flip();
        try {
            transport.send(out, to);
        } catch (IOException e) {
            trouble = e;
        }
    }

    /** Begins a poll, of a bounded number of datagrams. */
    void beginPoll() {
        left = MOST_DATAGRAMS;
    }

    /**
     * Receives the next datagram of a match. Then its other fields are known, and {@link #packet} has its packet.
     *
     * @return its source; null if none has arrived, or the poll is over
     */
    @Nullable SocketAddress receive() {
        try {
            while (left-- > 0) {
                SocketAddress source = transport.receive(in.clear());
                if (source == null || open(in.flip())) {
                    return source;
                }
            }
        } catch (IOException e) {
            trouble = e;
        }
        return null;
    }

    private boolean open(ByteBuffer datagram) {
        if (RoomHeader.room(datagram) != room || RoomHeader.kind(datagram) != RoomHeader.MATCH) {
            return false;
        }
        boolean isSealed = unsealer.hasKey() && Unsealer.isComplete(datagram);
        counter = isSealed ? Unsealer.counterOf(datagram) : 0;
        salt = isSealed ? Unsealer.saltOf(datagram) : 0;
        ByteBuffer opened = unsealer.open(datagram);
        if (opened == null || opened.remaining() < 2 * Long.BYTES || opened.remaining() > MOST_PLAIN) {
            return false;
        }
        plain.clear().put(opened).flip();
        number = plain.getLong();
        ticket = plain.getLong();
        return true;
    }

    /** Returns whether the datagram came before, and notes that it has come. Without a key, this is not known. */
    boolean isRepeated(ReplayWindow window) {
        if (!unsealer.hasKey()) {
            return false;
        }
        boolean isFresh = window.isFresh(counter);
        if (isFresh) {
            window.accept(counter);
        }
        return !isFresh;
    }

    /** The packet, in a buffer with an array; without a byte, the datagram only brings a ticket. */
    ByteBuffer packet() {
        return plain;
    }

    /** The newest trouble in words; empty if there was none. For any thread. */
    String trouble() {
        Throwable newest = trouble;
        if (newest == null && transport instanceof RoomTransport shared) {
            newest = shared.room().lastError(); // Of what the port's thread receives.
        }
        return newest == null ? "" : ", last error: " + newest;
    }

    /** The room of a shared port; null if the transport is another one. */
    @Nullable RoomTransport room() {
        return transport instanceof RoomTransport shared ? shared : null;
    }

    /** Closes the transport, unless it is the user's. */
    void close() {
        if (isOwn) {
            transport.close();
        }
    }
}
