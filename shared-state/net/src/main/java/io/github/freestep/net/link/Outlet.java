package io.github.freestep.net.link;

import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.logbuffer.BufferClaim;
import java.nio.ByteBuffer;

/** The sending end of a stream of datagrams. For the thread of its link only. Never waits; allocates nothing. */
public final class Outlet implements AutoCloseable {
    private final AeronLink link;
    private final ExclusivePublication publication;
    private final BufferClaim claim = new BufferClaim();
    private long sent;
    private long dropped;

    Outlet(AeronLink link, ExclusivePublication publication) {
        this.link = link;
        this.publication = publication;
    }

    /** Whether any receiver has answered within the last five seconds. */
    public boolean isConnected() {
        return publication.isConnected();
    }

    /** Sends a datagram to all receivers, as {@link #send(ByteBuffer, long)}. */
    public void send(ByteBuffer datagram) {
        send(datagram, 0);
    }

    /**
     * Sends a datagram, from position to limit. Does nothing if there is no receiver. If the queue is
     * full, lets the driver send once, and drops and counts the datagram if the queue is still full.
     *
     * @param state a {@linkplain Peers#beginState number}, if it is not for all peers; 0 if it is
     */
    public void send(ByteBuffer datagram, long state) {
        long result = claim(datagram.remaining());
        if (result == Publication.BACK_PRESSURED) {
            link.work();
            result = claim(datagram.remaining());
        }
        if (result >= 0) {
            claim.buffer().putBytes(claim.offset(), datagram, datagram.position(), datagram.remaining());
            claim.reservedValue(state);
            claim.commit();
            sent++;
        } else if (result != Publication.NOT_CONNECTED) {
            dropped++;
        }
    }

    private long claim(int length) {
        long result = publication.tryClaim(length, claim);
        // The end of a term: the next attempt goes into the next one.
        return result == Publication.ADMIN_ACTION ? publication.tryClaim(length, claim) : result;
    }

    /** How many datagrams the queue has taken. */
    public long sent() {
        return sent;
    }

    /** How many datagrams were dropped because the queue was full. */
    public long dropped() {
        return dropped;
    }

    /** Ends the stream, and drops the datagrams that wait to be sent. */
    @Override
    public void close() {
        publication.close();
    }
}
