package io.github.freestep.internal.aeron;

import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.exceptions.AeronException;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Iterator;
import org.agrona.DirectBuffer;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A server's end of streams to and from any number of peers: all send to one port, and each gets a reply stream of its
 * own. For the thread of its link only. Allocates nothing, except for a new peer.
 *
 * <p>A peer has a number of its own choice. It keeps the number when it comes from another address or with another
 * link. The reply stream goes to where its newest datagram came from.
 */
public final class PeerStreams {
    /** Returned for a datagram that does not come from a peer, for example because it cannot be decrypted. */
    public static final long NO_PEER = 0;

    /** Takes the datagrams of all peers. */
    @FunctionalInterface
    public interface Handler {
        /**
         * Takes a datagram, from position to limit. The buffer has an array, and is valid during the call only.
         *
         * @return the number of the peer, or {@link #NO_PEER}
         */
        long datagram(ByteBuffer datagram);
    }

    private record Peer(Image image, Outlet replies) {}

    private final AeronLink link;
    private final Subscription subscription;
    private final InetAddress own;
    private final int port;
    private final int mostPeers;
    private final Handler handler;
    private final FragmentHandler fragments = this::fragment;
    private final ByteBuffer datagram = ByteBuffer.allocate(AeronLink.PAYLOAD_BYTES);
    private final Long2ObjectHashMap<Peer> peers = new Long2ObjectHashMap<>();
    private long dropped;

    PeerStreams(AeronLink link, Subscription subscription, InetAddress own, int port, int mostPeers, Handler handler) {
        this.link = link;
        this.subscription = subscription;
        this.own = own;
        this.port = port;
        this.mostPeers = mostPeers;
        this.handler = handler;
    }

    /**
     * Passes the datagrams that have arrived to the handler. Forgets the peers that have been silent for two seconds.
     */
    public void poll() {
        Inlet.poll(subscription, fragments);
        if (subscription.imageCount() < peers.size()) {
            forgetClosed();
        }
    }

    private void fragment(DirectBuffer log, int offset, int length, Header header) {
        if (Inlet.copy(log, offset, length, header, datagram)) {
            long peer = handler.datagram(datagram);
            if (peer != NO_PEER) {
                learn(peer, (Image) header.context());
            }
        }
    }

    private void learn(long number, Image image) {
        Peer known = peers.get(number);
        if (known != null && known.image == image) {
            return;
        }
        if (known == null && peers.size() >= mostPeers) {
            forgetClosed();
        }
        if (known != null || peers.size() < mostPeers) {
            Outlet replies = openReplies(image);
            if (replies != null) {
                forget(peers.put(number, new Peer(image, replies)));
            }
        }
    }

    /** Returns null if the peer wants no replies, or has gone meanwhile. Other peers must not suffer from it. */
    private @Nullable Outlet openReplies(Image image) {
        try {
            return link.send(Endpoints.sendingReplies(own, port, image.correlationId()), Endpoints.PEER_REPLIES);
        } catch (AeronException gone) {
            return null;
        }
    }

    private void forgetClosed() {
        for (Iterator<Peer> each = peers.values().iterator(); each.hasNext(); ) {
            Peer peer = each.next();
            if (peer.image.isClosed()) {
                forget(peer);
                each.remove();
            }
        }
    }

    private void forget(@Nullable Peer peer) {
        if (peer != null) {
            dropped += peer.replies.dropped();
            peer.replies.close();
        }
    }

    /** Sends a datagram to a peer, from position to limit. Does nothing if there is no such peer. */
    public void send(long number, ByteBuffer reply) {
        Peer peer = peers.get(number);
        if (peer != null) {
            peer.replies.send(reply);
        }
    }

    /** The number of peers that can be reached. */
    public int peers() {
        return peers.size();
    }

    /** How many replies were dropped because the queue of a peer was full. */
    public long dropped() {
        long sum = dropped;
        for (Peer peer : peers.values()) {
            sum += peer.replies.dropped();
        }
        return sum;
    }
}
