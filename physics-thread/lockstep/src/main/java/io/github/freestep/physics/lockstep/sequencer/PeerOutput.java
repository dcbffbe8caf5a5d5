package io.github.freestep.physics.lockstep.sequencer;

import java.nio.ByteBuffer;

/** Sends packets to peers. */
@FunctionalInterface
public interface PeerOutput {
    /**
     * Sends a packet, or drops it.
     *
     * @param peer the connection that {@link Sequencer#onPacket} was given
     * @param packet valid during the call
     */
    void send(long peer, ByteBuffer packet);
}
