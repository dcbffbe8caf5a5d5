package io.github.freestep.physics.lockstep.direct;

import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.exceptions.AeronException;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import io.github.freestep.net.link.AeronLink;
import io.github.freestep.net.link.Inlet;
import io.github.freestep.net.link.Outlet;
import io.github.freestep.physics.lockstep.packets.PacketStream;
import io.github.freestep.physics.lockstep.packets.PeerNumber;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Iterator;
import org.agrona.DirectBuffer;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The sequencer's end of direct streams to and from any number of peers: all send to one port, and each gets a reply
 * stream of its own. Allocates nothing, except for a new peer.
 *
 * <p>A peer has a number of its own choice. It keeps the number when it comes from another address or with another
 * link. The reply stream goes to where its newest datagram came from.
 */
final class ServerStream implements PacketStream {
    private record Peer(Image image, Outlet replies) {}

    private final InetAddress own;
    private final int port;
    private final int mostPeers;
    private final FragmentHandler fragments = this::fragment;
    private final ByteBuffer datagram = ByteBuffer.allocate(AeronLink.PAYLOAD_BYTES);
    private final Long2ObjectHashMap<Peer> peers = new Long2ObjectHashMap<>();
    private AeronLink link;
    private Subscription subscription;
    private Handler handler;
    private volatile int peerCount;

    ServerStream(InetAddress own, int port, int mostPeers) {
        this.own = own;
        this.port = port;
        this.mostPeers = mostPeers;
    }

    @Override
    public void open(AeronLink newLink, Handler arrivals) {
        link = newLink;
        handler = arrivals;
        peers.clear();
        subscription = link.client().addSubscription(PeerChannels.receivingPeers(own, port), PeerChannels.PEERS);
    }

    /**
     * Passes the datagrams that have arrived to the handler. Forgets the peers that have been silent for two seconds.
     */
    @Override
    public boolean poll(long nowNanos) {
        Inlet.poll(subscription, fragments);
        if (subscription.imageCount() < peers.size()) {
            forgetClosed();
        }
        peerCount = peers.size();
        return true;
    }

    private void fragment(DirectBuffer log, int offset, int length, Header header) {
        if (Inlet.copy(log, offset, length, header, datagram)) {
            long peer = handler.datagram(datagram);
            if (peer != PeerNumber.NONE) {
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
                peers.put(number, new Peer(image, replies));
                if (known != null) {
                    known.replies.close();
                }
            }
        }
    }

    /** Returns null if the peer wants no replies, or has gone meanwhile. Other peers must not suffer from it. */
    private @Nullable Outlet openReplies(Image image) {
        try {
            return link.send(PeerChannels.sendingReplies(own, port, image.correlationId()), PeerChannels.PEER_REPLIES);
        } catch (AeronException gone) {
            return null;
        }
    }

    private void forgetClosed() {
        for (Iterator<Peer> each = peers.values().iterator(); each.hasNext(); ) {
            Peer peer = each.next();
            if (peer.image.isClosed()) {
                peer.replies.close();
                each.remove();
            }
        }
    }

    /** Does nothing if there is no such peer. */
    @Override
    public void send(long number, ByteBuffer reply) {
        Peer peer = peers.get(number);
        if (peer != null) {
            peer.replies.send(reply);
        }
    }

    /** The number of peers that can be reached. For any thread. */
    int peers() {
        return peerCount;
    }
}
