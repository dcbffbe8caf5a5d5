package io.github.freestep.physics.lockstep.link;

import java.nio.ByteBuffer;

/** Takes packets from peers, or to them. */
@FunctionalInterface
public interface PeerPackets {
    /**
     * Takes a packet, or drops it.
     *
     * @param peer the connection; another connection has another number
     * @param packet the bytes between its position and its limit; valid during the call
     */
    void packet(long peer, ByteBuffer packet);
}
