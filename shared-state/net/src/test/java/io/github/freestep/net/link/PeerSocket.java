package io.github.freestep.net.link;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

/** A real socket for {@link Peers}, without Aeron. */
public final class PeerSocket implements AutoCloseable {
    private final DatagramChannel channel;
    private final InetSocketAddress address;
    private final Peers peers;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(AeronLink.MTU_BYTES);
    private final Peers.Socket receives = this::receive;

    /** Opens a socket at a free port of this machine. */
    public PeerSocket(Peers peers) throws IOException {
        this.peers = peers;
        channel = DatagramChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        channel.configureBlocking(false);
        address = (InetSocketAddress) channel.getLocalAddress();
        peers.opened(channel::send, error -> {
            throw new AssertionError(error);
        });
    }

    /** The address of the socket. */
    public InetSocketAddress address() {
        return address;
    }

    /** Takes all datagrams that have arrived. */
    public void receive() {
        peers.receive(receives, buffer);
    }

    private InetSocketAddress receive(ByteBuffer into) {
        try {
            return (InetSocketAddress) channel.receive(into.clear());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
