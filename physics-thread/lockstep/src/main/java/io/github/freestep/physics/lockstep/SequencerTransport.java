package io.github.freestep.physics.lockstep;

import java.nio.ByteBuffer;

/**
 * Carries packets between a sequencer and its peers. It may lose, repeat and reorder packets. One thread of the
 * sequencer calls all methods; none of them may block.
 */
public interface SequencerTransport extends AutoCloseable {
    /** Takes the packets of peers. */
    @FunctionalInterface
    interface Handler {
        /**
         * Takes a packet.
         *
         * @param peer the connection that the packet came from, to be passed to {@link #send}; another connection has
         *     another number; the lowest 65,536 numbers of a long are reserved for players in this process
         * @param packet the bytes between its position and its limit; valid during this call
         */
        void onPacket(long peer, ByteBuffer packet);
    }

    /**
     * Sends a packet to a peer. A transport that cannot send now, or does not know the peer any more, drops the packet.
     *
     * @param peer the connection, as {@link Handler#onPacket} was given it
     * @param packet the bytes between its position and its limit, at most {@link LockstepTransport#MAX_PACKET}; valid
     *     during this call
     */
    void send(long peer, ByteBuffer packet);

    /**
     * Passes on the packets that have arrived since the last call.
     *
     * @param handler takes each packet
     * @return the number of packets
     */
    int poll(Handler handler);

    /** Releases what the transport holds. Called once. */
    @Override
    void close();
}
