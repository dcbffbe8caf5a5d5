package io.github.freestep.physics.lockstep;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;

/** The connections of players in the sequencer's own process. Safe for use by any number of threads. */
final class LocalConnections {
    private static final int PACKETS = 1_024;
    private static final int MAX = 1 << 16;

    /** Drops packets when a side does not take them, as a network does. */
    private static final class Connection implements LockstepTransport {
        private final MpscVarHandleArrayQueue<byte[]> toSequencer;
        private final MpscVarHandleArrayQueue<byte[]> toSession;
        private volatile boolean closed;

        private Connection(int packets) {
            toSequencer = new MpscVarHandleArrayQueue<>(packets);
            toSession = new MpscVarHandleArrayQueue<>(packets);
        }

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

    /** Stands for all connections that were closed, so that the numbers of the others don't change. */
    private final Connection gone = new Connection(1);

    private final List<Connection> connections = new CopyOnWriteArrayList<>();

    LocalConnections() {
        gone.close();
    }

    LockstepTransport add() {
        synchronized (connections) {
            if (connections.size() == MAX) {
                throw new IllegalStateException("a sequencer must have at most " + MAX + " local connections, had "
                        + MAX + "; start another sequencer");
            }
            Connection added = new Connection(PACKETS);
            connections.add(added);
            return added;
        }
    }

    /** Whether a number is that of a local connection. */
    static boolean isLocal(long peer) {
        return peer < Long.MIN_VALUE + MAX;
    }

    void send(long peer, ByteBuffer packet) {
        Connection connection = connections.get((int) (peer - Long.MIN_VALUE));
        if (!connection.closed) {
            Connection.put(connection.toSession, packet);
        }
    }

    int poll(SequencerTransport.Handler handler) {
        int count = 0;
        for (int i = 0; i < connections.size(); i++) {
            Connection connection = connections.get(i);
            boolean closed = connection.closed;
            byte[] packet;
            while ((packet = connection.toSequencer.poll()) != null) {
                handler.onPacket(Long.MIN_VALUE + i, ByteBuffer.wrap(packet));
                count++;
            }
            if (closed && connection != gone) {
                connections.set(i, gone);
            }
        }
        return count;
    }

    /** Returns how many connections have queues. */
    int open() {
        return (int) connections.stream().filter(each -> each != gone).count();
    }
}
