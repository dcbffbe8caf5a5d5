package io.github.freestep.physics.lockstep.direct;

import io.github.freestep.net.SharedPort;
import io.github.freestep.net.link.PortRoom;
import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.net.session.ClientStatus;
import io.github.freestep.net.session.Peers;
import io.github.freestep.net.session.ServerLink;
import io.github.freestep.physics.lockstep.LockstepTransport;
import io.github.freestep.physics.lockstep.link.MatchPort;
import io.github.freestep.physics.lockstep.link.PeerPackets;
import io.github.freestep.time.NanoClock;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sequencer's end: passes on packets of the clients of a link, which knows who they are and where. */
final class SequencerEnd implements MatchPort {
    /** How often a refusal is put into words, because strangers may send any number of datagrams. */
    private static final long REFUSAL_NANOS = 1_000_000_000;

    private final PortRoom room;

    /** Null if the port is shared. */
    private final @Nullable SharedPort own;

    private final ServerLink link;
    private final Peers peers;
    private final boolean provesPlayers;
    private final String words;
    private final NanoClock clock;
    private long refusedNanos;

    /** The newest trouble with a peer; null if there was none. */
    private volatile @Nullable Throwable trouble;

    /** Creates the end. {@code provesPlayers} says whether the sequencer has a key that others do not know. */
    SequencerEnd(
            PortRoom room,
            int number,
            @Nullable SharedPort own,
            ServerLink link,
            boolean provesPlayers,
            String words,
            NanoClock clock) {
        this.room = room;
        this.own = own;
        this.link = link;
        peers = new Peers(room::send, number, error -> trouble = error);
        this.provesPlayers = provesPlayers;
        this.words = words;
        this.clock = clock;
        refusedNanos = clock.nanoTime() - REFUSAL_NANOS;
    }

    /** Checks the length of a packet. */
    static void require(ByteBuffer packet) {
        if (packet.remaining() > LockstepTransport.MAX_PACKET) {
            throw new IllegalArgumentException("a packet must have at most " + LockstepTransport.MAX_PACKET
                    + " bytes, had " + packet.remaining() + "; split it");
        }
    }

    @Override
    public void send(long peer, ByteBuffer packet) {
        require(packet);
        List<ClientStatus> all = link.admitted();
        for (int i = 0; i < all.size(); i++) {
            ClientStatus to = all.get(i);
            if (to.id == peer) {
                peers.send(RoomHeader.MATCH, link.seal(RoomHeader.MATCH, packet, to), to.address);
            }
        }
    }

    @Override
    public void datagram(ByteBuffer datagram, SocketAddress source, PeerPackets handler) {
        byte kind = RoomHeader.kind(datagram);
        if (kind == RoomHeader.TO_SEQUENCER) {
            ByteBuffer answer = link.receive(datagram, source, clock.nanoTime());
            if (answer != null) {
                peers.send(RoomHeader.TO_CLIENT, answer, source);
            }
        } else if (kind == RoomHeader.MATCH) {
            ClientStatus from = link.at(source);
            ByteBuffer packet = from == null ? null : link.openPacket(datagram, from);
            if (packet != null) {
                handler.packet(from.id, packet);
            }
        }
    }

    @Override
    public void pass() {
        long now = clock.nanoTime();
        link.expire(now);
        String refusal = now - refusedNanos >= REFUSAL_NANOS ? link.takeRefusal() : null;
        if (refusal != null) {
            refusedNanos = now;
            trouble = new IllegalStateException(refusal);
        }
    }

    @Override
    public boolean provesPlayers() {
        return provesPlayers;
    }

    @Override
    public PortRoom room() {
        return room;
    }

    @Override
    public void close() {
        if (own != null) {
            own.close();
        }
    }

    @Override
    public String toString() {
        Throwable received = room.lastError();
        Throwable newest = received == null ? trouble : received;
        return words + ", peers: " + link.admitted().size() + (newest == null ? "" : ", last error: " + newest);
    }
}
