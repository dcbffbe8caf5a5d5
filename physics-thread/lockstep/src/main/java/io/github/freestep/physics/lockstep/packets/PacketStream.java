package io.github.freestep.physics.lockstep.packets;

import io.github.freestep.net.link.AeronLink;
import java.nio.ByteBuffer;

/** What carries the packets of a match on a link. For the thread of the link only. */
public interface PacketStream {
    /** Takes what has arrived. */
    interface Handler {
        /**
         * Takes a datagram, from position to limit. The buffer has an array, and is valid during the call only.
         *
         * @return the number of its peer, or {@link PeerNumber#NONE}
         */
        long datagram(ByteBuffer datagram);
    }

    /** Opens the streams on a new link. Those of the previous link are closed. */
    void open(AeronLink link, Handler arrivals);

    /**
     * Passes on what has arrived.
     *
     * @return false to get another link
     */
    boolean poll(long nowNanos);

    /** Sends a datagram, or drops it. */
    void send(long peer, ByteBuffer datagram);
}
