package io.github.freestep.physics.lockstep.direct;

import io.github.freestep.net.DatagramTransport;
import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.net.seal.ReplayWindow;
import io.github.freestep.net.seal.Sealer;
import io.github.freestep.net.seal.SharedKey;
import io.github.freestep.net.seal.Unsealer;
import io.github.freestep.physics.lockstep.LockstepTransport;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/** Writes and reads the datagrams of a match at one of their two ends. For one thread. */
final class MatchDatagram {
    private static final String TO_SEQUENCER = "to sequencer";
    private static final String TO_PEER = "to peer";

    private static final SecureRandom RANDOM = new SecureRandom();

    private static final int MOST_PLAIN = 2 * Long.BYTES + LockstepTransport.MAX_PACKET;

    /** Sends a datagram, as a transport does. */
    interface Line {
        boolean send(ByteBuffer datagram, SocketAddress to) throws IOException;
    }

    private final Line line;
    private final int room;
    private final Sealer sealer;
    private final Unsealer unsealer;
    private final ByteBuffer text = ByteBuffer.allocate(MOST_PLAIN);

    /** The packet, in a buffer with an array; without a byte, the datagram only brings a ticket. */
    final ByteBuffer plain = ByteBuffer.allocate(MOST_PLAIN);

    private final ByteBuffer out = ByteBuffer.allocateDirect(DatagramTransport.MAX_BYTES);
    private volatile @Nullable Throwable trouble;

    /** Of the datagram that was received last, as the fields below. */
    long number;

    long ticket;

    /** The sender's counter, which goes up with each datagram and each run; 0 without a key. */
    long counter;

    /** Differs between the runs of a sender; 0 without a key. */
    int salt;

    private MatchDatagram(Line line, int room, byte @Nullable [] key, String outbound, String inbound) {
        this.line = line;
        this.room = room;
        byte[] own = SharedKey.ofRoom(key, room);
        sealer = new Sealer(own, outbound, RANDOM.nextInt(), Sealer.counterOfNow());
        unsealer = new Unsealer(own, inbound);
    }

    static MatchDatagram ofSequencer(Line line, int room, byte @Nullable [] key) {
        return new MatchDatagram(line, room, key, TO_PEER, TO_SEQUENCER);
    }

    static MatchDatagram ofPeer(Line line, int room, byte @Nullable [] key) {
        return new MatchDatagram(line, room, key, TO_SEQUENCER, TO_PEER);
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
        RoomHeader.write(out, RoomHeader.MATCH, room)
                .put(sealer.seal(RoomHeader.MATCH, 0, text))
                .flip();
        try {
            line.send(out, to);
        } catch (IOException e) {
            trouble = e;
        }
    }

    /** Opens a datagram of the match. Then its other fields are known, and {@link #packet} has its packet. */
    boolean open(ByteBuffer datagram) {
        if (RoomHeader.room(datagram) != room || RoomHeader.kind(datagram) != RoomHeader.MATCH) {
            return false;
        }
        boolean isSealed = unsealer.hasKey() && Unsealer.isComplete(datagram);
        counter = isSealed ? Unsealer.counterOf(datagram) : 0;
        salt = isSealed ? Unsealer.saltOf(datagram) : 0;
        ByteBuffer opened = unsealer.open(RoomHeader.MATCH, 0, datagram);
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
        return unsealer.hasKey() && !window.acceptFresh(counter);
    }

    /** The newest trouble in words; empty if there was none. For any thread. */
    String trouble() {
        Throwable newest = trouble;
        return newest == null ? "" : ", last error: " + newest;
    }

    /** Notes that the network has failed. */
    void trouble(IOException newest) {
        trouble = newest;
    }
}
