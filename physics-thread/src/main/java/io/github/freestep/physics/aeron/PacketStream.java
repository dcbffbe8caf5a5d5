package io.github.freestep.physics.aeron;

import io.github.freestep.internal.aeron.AeronLink;
import io.github.freestep.internal.aeron.PeerStreams;
import java.nio.ByteBuffer;

/**
 * What carries the packets of a match on a link. For the thread of the link only.
 */
interface PacketStream {
    /** Takes what has arrived. */
    interface Arrivals {
        /** Takes a datagram, and returns the number of its peer, or {@link PeerStreams#NO_PEER}. */
        long datagram(ByteBuffer datagram);
    }

    /** Opens the streams on a new link. Those of the previous link are closed. */
    void open(AeronLink link, Arrivals arrivals);

    /**
     * Passes on what has arrived.
     *
     * @return false to get another link
     */
    boolean poll(long nowNanos);

    /** Sends a datagram, or drops it. */
    void send(long peer, ByteBuffer datagram);
}
