package io.github.freestep.benchmarks.examples;

import io.github.freestep.net.DatagramTransport;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.Channel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * Carries states and input over TCP, for players whose networks let nothing else pass. Each datagram follows its
 * length.
 *
 * <pre>{@code
 * StateSender.builder(physics.states()).transport(StreamTransport.listen(address)).start();
 * RemoteStates.builder(layout).transport(StreamTransport.connect(address), address).start();
 * }</pre>
 *
 * <p>TCP loses nothing, so what does not fit through a slow connection waits. Here only a little may wait: a datagram
 * too many is dropped, and the sender sends fewer states. A client whose connection ends needs a new transport.
 */
public final class StreamTransport implements DatagramTransport {
    /** How much may wait here, and in the system. More would make the picture late. */
    private static final int WAITING_BYTES = 16_384;

    private static final int HEADER = Short.BYTES;

    private final ServerSocketChannel listening;
    private final List<Connection> connections = new ArrayList<>();

    private record Connection(SocketChannel channel, SocketAddress peer, ByteBuffer in, ByteBuffer out) {
        static Connection of(SocketChannel channel) throws IOException {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.setOption(StandardSocketOptions.SO_SNDBUF, WAITING_BYTES);
            ByteBuffer in = ByteBuffer.allocateDirect(HEADER + MAX_BYTES);
            return new Connection(channel, channel.getRemoteAddress(), in, ByteBuffer.allocateDirect(WAITING_BYTES));
        }

        void flush() throws IOException {
            channel.write(out.flip());
            out.compact();
        }

        /** Returns false if no whole datagram is there. */
        boolean receive(ByteBuffer into) throws IOException {
            boolean ended = channel.read(in) < 0;
            int length = in.position() < HEADER ? 0 : Short.toUnsignedInt(in.getShort(0));
            if (ended || length > MAX_BYTES) {
                throw new IOException("the connection has ended, or its bytes are not datagrams");
            }
            if (in.position() < HEADER + length || length == 0) {
                return false;
            }
            int end = in.position();
            into.put(in.position(HEADER).limit(HEADER + length));
            in.limit(end).compact();
            return true;
        }
    }

    private StreamTransport(ServerSocketChannel listening) {
        this.listening = listening;
    }

    /** Opens the server's end. */
    public static StreamTransport listen(SocketAddress address) throws IOException {
        ServerSocketChannel socket = ServerSocketChannel.open().bind(address);
        socket.configureBlocking(false);
        return new StreamTransport(socket);
    }

    /** Opens a client's end, and waits for the connection. */
    public static StreamTransport connect(SocketAddress server) throws IOException {
        StreamTransport transport = new StreamTransport(null);
        transport.connections.add(Connection.of(SocketChannel.open(server)));
        return transport;
    }

    @Override
    public boolean send(ByteBuffer datagram, SocketAddress peer) throws IOException {
        for (Connection each : connections) {
            if (each.peer.equals(peer)) {
                if (each.out.remaining() < HEADER + datagram.remaining()) {
                    return false;
                }
                each.out.putShort((short) datagram.remaining()).put(datagram);
                each.flush();
                return true;
            }
        }
        throw new IOException("peer must be connected, was " + peer);
    }

    @Override
    public SocketAddress receive(ByteBuffer into) throws IOException {
        SocketChannel joining = listening == null ? null : listening.accept();
        if (joining != null) {
            connections.add(Connection.of(joining));
        }
        for (Connection each : connections) {
            try {
                each.flush();
                if (each.receive(into)) {
                    return each.peer;
                }
            } catch (IOException e) {
                connections.remove(each);
                close(each.channel);
                throw e;
            }
        }
        return null;
    }

    @Override
    public void close() {
        for (Connection each : connections) {
            close(each.channel);
        }
        if (listening != null) {
            close(listening);
        }
    }

    private static void close(Channel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // Nothing more can go over it.
        }
    }
}
