package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.lockstep.link.PeerPackets;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jctools.queues.atomic.MpscAtomicArrayQueue;

/** The connections of players in the sequencer's own process. Safe for use by any number of threads. */
final class LocalConnections {
    private static final int PACKETS = 1_024;

    /** More than a process can open. A remote peer whose random number is below it is refused, which is very rare. */
    private static final long MOST = 1L << 32;

    private record Sent(long peer, byte[] packet) {}

    /** Drops packets when a side does not take them, as a network does. */
    private final class Connection implements LockstepTransport {
        private final long number;
        private final MpscAtomicArrayQueue<byte[]> toSession = new MpscAtomicArrayQueue<>(PACKETS);

        private Connection(long number) {
            this.number = number;
        }

        @Override
        public void send(ByteBuffer packet) {
            toSequencer.offer(new Sent(number, copy(packet)));
        }

        @Override
        public void poll(Consumer<ByteBuffer> handler) {
            for (byte[] packet; (packet = toSession.poll()) != null; ) {
                handler.accept(ByteBuffer.wrap(packet));
            }
        }

        /** What was sent before still arrives. */
        @Override
        public void close() {
            connections.remove(number);
        }
    }

    private final MpscAtomicArrayQueue<Sent> toSequencer = new MpscAtomicArrayQueue<>(PACKETS);

    /** By the number of the connection; without those that were closed. */
    private final Map<Long, Connection> connections = new ConcurrentHashMap<>();

    private long added;

    private static byte[] copy(ByteBuffer packet) {
        byte[] bytes = new byte[packet.remaining()];
        packet.get(packet.position(), bytes);
        return bytes;
    }

    synchronized LockstepTransport add() {
        Connection connection = new Connection(Long.MIN_VALUE + added++);
        connections.put(connection.number, connection);
        return connection;
    }

    /** Whether a number is that of a local connection. */
    static boolean isLocal(long peer) {
        return peer < Long.MIN_VALUE + MOST;
    }

    void send(long peer, ByteBuffer packet) {
        Connection connection = connections.get(peer);
        if (connection != null) {
            connection.toSession.offer(copy(packet));
        }
    }

    void poll(PeerPackets handler) {
        for (Sent sent; (sent = toSequencer.poll()) != null; ) {
            handler.packet(sent.peer, ByteBuffer.wrap(sent.packet));
        }
    }

    /** Whether there is a connection that was not closed. */
    boolean areOpen() {
        return !connections.isEmpty();
    }
}
