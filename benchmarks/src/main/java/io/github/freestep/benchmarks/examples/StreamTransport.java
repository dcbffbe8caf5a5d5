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
    private int next;

    private record Connection(SocketChannel channel, SocketAddress peer, ByteBuffer in, ByteBuffer out) {
        static Connection of(SocketChannel channel) throws IOException {
            try {
                channel.configureBlocking(false);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                channel.setOption(StandardSocketOptions.SO_SNDBUF, WAITING_BYTES);
                ByteBuffer in = ByteBuffer.allocateDirect(HEADER + MAX_BYTES);
                ByteBuffer out = ByteBuffer.allocateDirect(WAITING_BYTES);
                return new Connection(channel, channel.getRemoteAddress(), in, out);
            } catch (IOException e) {
                close(channel);
                throw e;
            }
        }

        static void close(Channel channel) {
            try {
                channel.close();
            } catch (IOException e) {
                // Nothing more can go over it.
            }
        }

        void flush() throws IOException {
            channel.write(out.flip());
            out.compact();
        }

        /** Returns false if no whole datagram is there. */
        boolean receive(ByteBuffer into) throws IOException {
            boolean ended = channel.read(in) < 0;
            int length = in.position() < HEADER ? 1 : Short.toUnsignedInt(in.getShort(0));
            if (length == 0 || length > MAX_BYTES) {
                throw new IOException("datagrams must have 1 to " + MAX_BYTES + " bytes, had " + length);
            }
            if (in.position() < HEADER + length) {
                if (ended) {
                    throw new IOException("the connection to " + peer + " has ended");
                }
                return false;
            }
            int end = in.position();
            into.put(in.position(HEADER).limit(HEADER + Math.min(length, into.remaining())));
            in.limit(end).position(HEADER + length).compact();
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
        // Each connection in its turn, so that a client that sends much keeps no other one waiting.
        while (next < connections.size()) {
            Connection each = connections.get(next++);
            try {
                each.flush();
                if (each.receive(into)) {
                    return each.peer;
                }
            } catch (IOException e) {
                connections.remove(--next);
                Connection.close(each.channel);
                throw e;
            }
        }
        next = 0;
        SocketChannel joining = listening == null ? null : listening.accept();
        if (joining != null) {
            connections.add(Connection.of(joining));
        }
        return null;
    }

    @Override
    public void close() {
        for (Connection each : connections) {
            Connection.close(each.channel);
        }
        if (listening != null) {
            Connection.close(listening);
        }
    }
}
