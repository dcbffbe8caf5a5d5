package io.github.freestep.physics.lockstep.link;

import io.github.freestep.net.link.PortRoom;
import java.net.SocketAddress;
import java.nio.ByteBuffer;

/** A sequencer's side of a network. For the thread of its room, except {@link #room} and {@link #close}. */
public interface MatchPort extends AutoCloseable {
    /** The room in which the sequencer runs. */
    PortRoom room();

    /**
     * Takes a datagram of the room.
     *
     * @param source where it says to come from
     * @param handler takes the packet in it, if a peer has sent it
     */
    void datagram(ByteBuffer datagram, SocketAddress source, PeerPackets handler);

    /** Does what is due. Call it at least every 50 ms. */
    default void pass() {}

    /** Whether the number of a peer is that of a player, who has proved it by a token. */
    default boolean provesPlayers() {
        return false;
    }

    /** Sends a packet to a peer, or drops it. */
    void send(long peer, ByteBuffer packet);

    /** Releases what the port holds besides its room. A second call does nothing. */
    @Override
    void close();
}
