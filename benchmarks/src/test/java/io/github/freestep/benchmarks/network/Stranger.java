package io.github.freestep.benchmarks.network;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.DatagramChannel;

/** Another UDP socket, which sends datagrams of Aeron that it has made up, and counts what it receives. */
final class Stranger implements AutoCloseable {
    private static final int STATUS = 3;
    private static final int NAK = 2;
    private static final int ASKS_FOR_SETUP = 0x80;
    private static final int HEADER = 8;

    private final DatagramChannel socket;
    private final InetSocketAddress server;
    private final ByteBuffer received = ByteBuffer.allocate(2_048);

    Stranger(int port) throws IOException {
        server = new InetSocketAddress("127.0.0.1", port);
        socket = DatagramChannel.open().bind(new InetSocketAddress("127.0.0.1", 0));
        socket.setOption(StandardSocketOptions.SO_RCVBUF, 1 << 20).configureBlocking(false);
    }

    InetSocketAddress address() throws IOException {
        return (InetSocketAddress) socket.getLocalAddress();
    }

    /** Asks for a stream; for all streams, with zeros. */
    void ask(int session, int stream) throws IOException {
        ByteBuffer frame = frame(36, STATUS, ASKS_FOR_SETUP);
        send(frame.putInt(8, session).putInt(12, stream).putInt(24, 128 << 10));
    }

    /** Says that a part of a stream was lost. */
    void miss(int session, int stream, int term, int offset, int length) throws IOException {
        ByteBuffer frame = frame(28, NAK, 0);
        send(frame.putInt(8, session)
                .putInt(12, stream)
                .putInt(16, term)
                .putInt(20, offset)
                .putInt(24, length));
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
        return socket.receive(received) == null ? null : received.flip().order(ByteOrder.LITTLE_ENDIAN);
    }

    private static ByteBuffer frame(int length, int type, int flags) {
        ByteBuffer frame = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        return frame.putInt(0, length).put(5, (byte) flags).putShort(HEADER - 2, (short) type);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
