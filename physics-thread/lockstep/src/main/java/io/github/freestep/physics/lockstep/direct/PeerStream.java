package io.github.freestep.physics.lockstep.direct;

import io.github.freestep.net.link.AeronLink;
import io.github.freestep.net.link.HostAddress;
import io.github.freestep.net.link.Inlet;
import io.github.freestep.net.link.Outlet;
import io.github.freestep.physics.lockstep.packets.PacketStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/** A peer's end of direct streams. */
final class PeerStream implements PacketStream {
    /**
     * After this much silence, the peer tries another link, because the sequencer's host may have got another address,
     * or the sequencer may have a new link that does not know the old one. A sequencer sends every 50 ms.
     */
    private static final long REOPEN_NANOS = TimeUnit.SECONDS.toNanos(3);

    /**
     * Until the stream of replies is there, sends at most one packet in this time. Aeron's receiver announces that
     * stream only while it gets so little that its status messages wait for their timeout of 200 ms.
     */
    private static final long CONNECTING_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final HostAddress server;
    private final int port;
    private final long number;
    private Inlet replies;
    private Outlet output;
    private long heardNanos;
    private long sentNanos;
    private boolean heard;

    PeerStream(HostAddress server, int port, long number) {
        this.server = server;
        this.port = port;
        this.number = number;
    }

    @Override
    public void open(AeronLink link, Handler arrivals) {
        InetAddress address = server.resolve();
        replies = link.receive(
                PeerChannels.receivingReplies(address, port),
                PeerChannels.PEER_REPLIES,
                datagram -> heard |= arrivals.datagram(datagram) == number);
        output = link.send(PeerChannels.sendingToServer(address, port, replies.registration()), PeerChannels.PEERS);
        sentNanos = System.nanoTime() - CONNECTING_NANOS;
        heard = true;
    }

    @Override
    public boolean poll(long nowNanos) {
        replies.poll();
        if (heard) {
            heardNanos = nowNanos;
            heard = false;
        }
        return nowNanos - heardNanos < REOPEN_NANOS;
    }

    @Override
    public void send(long peer, ByteBuffer datagram) {
        long now = System.nanoTime();
        if (replies.isConnected() || now - sentNanos > CONNECTING_NANOS) {
            sentNanos = now;
            output.send(datagram);
        }
    }
}
