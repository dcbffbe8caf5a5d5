package io.github.freestep.benchmarks.network;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

/** Another UDP socket, which sends datagrams that it has made up, and counts what it receives. */
final class Stranger implements AutoCloseable {
    /** The first bytes of each datagram of the network. */
    static final byte[] MARK = {'F', 'R', 'S', 'T'};

    /** The kind of a client's datagram, and the first byte of its content without and with a key. */
    private static final byte TO_SERVER = 1;

    private static final int CLIENT = 0x73;

    private final DatagramChannel socket;
    private final InetSocketAddress server;
    private final ByteBuffer received = ByteBuffer.allocate(2_048);

    Stranger(int port) throws IOException {
        server = new InetSocketAddress("127.0.0.1", port);
        socket = DatagramChannel.open().bind(new InetSocketAddress("127.0.0.1", 0));
        socket.setOption(StandardSocketOptions.SO_RCVBUF, 1 << 20).configureBlocking(false);
    }

    /** Greets as a client that never answers. */
    void greet(long client, int length) throws IOException {
        ByteBuffer greeting =
                ByteBuffer.allocate(length).put(MARK).put(TO_SERVER).put((byte) CLIENT);
        send(greeting.putLong(client));
    }

    void send(ByteBuffer datagram) throws IOException {
        socket.send(datagram.position(0), server);
    }

    void send(ByteBuffer datagram, int port) throws IOException {
        socket.send(datagram.position(0), new InetSocketAddress("127.0.0.1", port));
    }

    /** Returns the datagram that was received next; null if there is none. */
    ByteBuffer receive() throws IOException {
        received.clear();
        return socket.receive(received) == null ? null : received.flip();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
