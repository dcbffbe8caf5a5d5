package io.github.freestep.physics.lockstep.direct;

import io.github.freestep.net.link.Endpoints;
import java.net.InetAddress;

/**
 * The streams and channels that a sequencer and its peers agree on. Peers send to the sequencer's port, and join the
 * next one for replies. Stateless.
 */
final class PeerChannels {
    /** The stream of a match from its peers to the sequencer. */
    static final int PEERS = 50;

    /** The streams of a match from the sequencer, one for each peer. */
    static final int PEER_REPLIES = 51;

    private PeerChannels() {}

    /** The channel on which a server receives from its peers. */
    static String receivingPeers(InetAddress own, int port) {
        return "aeron:udp?reliable=false|endpoint=" + Endpoints.text(own, port);
    }

    /** The channel on which a server replies to the peer from which it receives the image of this number. */
    static String sendingReplies(InetAddress own, int port, long image) {
        return "aeron:udp?control-mode=response|control=" + Endpoints.text(own, port + 1) + "|response-correlation-id="
                + image + Endpoints.term(PEER_REPLIES);
    }

    /** The channel on which a peer receives replies. It joins the server, so it needs no open port of its own. */
    static String receivingReplies(InetAddress server, int port) {
        return "aeron:udp?control-mode=response|reliable=false|control=" + Endpoints.text(server, port + 1)
                + "|endpoint=" + Endpoints.text(Endpoints.localFor(server), 0);
    }

    /** The channel on which a peer sends, if it receives the replies by a stream of this number. */
    static String sendingToServer(InetAddress server, int port, long replies) {
        return "aeron:udp?endpoint=" + Endpoints.text(server, port) + "|response-correlation-id=" + replies
                + Endpoints.term(PEERS);
    }
}
