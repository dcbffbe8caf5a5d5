package io.github.freestep.physics.aeron;

import io.github.freestep.internal.aeron.AeronLink;
import io.github.freestep.internal.aeron.PeerStreams;
import java.net.InetAddress;
import java.nio.ByteBuffer;

/** The sequencer's end of direct streams. */
final class ServerStream implements PacketStream {
    private final InetAddress own;
    private final int port;
    private final int mostPeers;
    private PeerStreams streams;
    private volatile int peers;

    ServerStream(InetAddress own, int port, int mostPeers) {
        this.own = own;
        this.port = port;
        this.mostPeers = mostPeers;
    }

    @Override
    public void open(AeronLink link, Arrivals arrivals) {
        streams = link.serve(own, port, mostPeers, arrivals::datagram);
    }

    @Override
    public boolean poll(long nowNanos) {
        streams.poll();
        peers = streams.peers();
        return true;
    }

    @Override
    public void send(long peer, ByteBuffer datagram) {
        streams.send(peer, datagram);
    }

    int peers() {
        return peers;
    }
}
