package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.lockstep.link.PeerPackets;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;

/** The connections of players in the sequencer's own process. Safe for use by any number of threads. */
final class LocalConnections {
    private static final int PACKETS = 1_024;
    private static final int MAX = 1 << 16;

    /** Drops packets when a side does not take them, as a network does. */
    private static final class Connection implements LockstepTransport {
        private final MpscVarHandleArrayQueue<byte[]> toSequencer = new MpscVarHandleArrayQueue<>(PACKETS);
        private final MpscVarHandleArrayQueue<byte[]> toSession = new MpscVarHandleArrayQueue<>(PACKETS);
        private volatile boolean closed;

        @Override
        public void send(ByteBuffer packet) {
            put(toSequencer, packet);
        }

        @Override
        public int poll(Consumer<ByteBuffer> handler) {
            int count = 0;
            byte[] packet;
            while ((packet = toSession.poll()) != null) {
                handler.accept(ByteBuffer.wrap(packet));
                count++;
            }
            return count;
        }

        @Override
        public void close() {
            closed = true;
        }

        private static void put(MpscVarHandleArrayQueue<byte[]> queue, ByteBuffer packet) {
            byte[] bytes = new byte[packet.remaining()];
            packet.duplicate().get(bytes);
            queue.offer(bytes);
        }
    }

    /** By the number of the connection; without those that were closed. */
    private final Map<Long, Connection> connections = new ConcurrentSkipListMap<>();

    private int added;

    synchronized LockstepTransport add() {
        if (added == MAX) {
            throw new IllegalStateException("a sequencer must have at most " + MAX + " local connections, had " + MAX
                    + "; start another sequencer");
        }
        Connection connection = new Connection();
        connections.put(Long.MIN_VALUE + added++, connection);
        return connection;
    }

    /** Whether a number is that of a local connection. */
    static boolean isLocal(long peer) {
        return peer < Long.MIN_VALUE + MAX;
    }

    void send(long peer, ByteBuffer packet) {
        Connection connection = connections.get(peer);
        if (connection != null) {
            Connection.put(connection.toSession, packet);
        }
    }

    int poll(PeerPackets handler) {
        if (connections.isEmpty()) {
            return 0; // Without an iterator.
        }
        int count = 0;
        for (Map.Entry<Long, Connection> each : connections.entrySet()) {
            Connection connection = each.getValue();
            boolean closed = connection.closed;
            byte[] packet;
            while ((packet = connection.toSequencer.poll()) != null) {
                handler.packet(each.getKey(), ByteBuffer.wrap(packet));
                count++;
            }
            if (closed) {
                connections.remove(each.getKey());
            }
        }
        return count;
    }

    /** Returns how many connections have queues. */
    int open() {
        return connections.size();
    }
}
