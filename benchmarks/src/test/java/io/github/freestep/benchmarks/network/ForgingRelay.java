package io.github.freestep.benchmarks.network;

import io.github.freestep.testing.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * Passes datagrams between one receiver and a server, and forges data of the streams that pass. Works on a thread of
 * its own until it is closed.
 */
final class ForgingRelay implements AutoCloseable {
    private static final int DATA = 1;
    private static final int HEADER = 32;

    private final Random random = Seeds.random(9);
    private final DatagramChannel front = open();
    private final DatagramChannel back = open();
    private final InetSocketAddress server;
    private final ByteBuffer buffer = ByteBuffer.allocate(2_048);

    /** The newest header of each stream. Guarded by itself. */
    private final Map<Integer, byte[]> headers = new HashMap<>();

    private final Thread thread = new Thread(this::run, "forging-relay");
    private volatile InetSocketAddress receiver;
    private volatile boolean closed;

    ForgingRelay(int port) throws IOException {
        server = new InetSocketAddress("127.0.0.1", port);
        thread.setDaemon(true);
        thread.start();
    }

    private static DatagramChannel open() throws IOException {
        DatagramChannel socket = DatagramChannel.open().bind(new InetSocketAddress("127.0.0.1", 0));
        socket.configureBlocking(false);
        return socket;
    }

    /** The port for the receiver. */
    int port() {
        return front.socket().getLocalPort();
    }

    /** The receiver's newest address. */
    InetSocketAddress receiver() {
        return receiver;
    }

    /** How many streams have passed. */
    int streams() {
        synchronized (headers) {
            return headers.size();
        }
    }

    /** Returns data of each stream that is ahead of what has passed, and whose lengths are wrong. */
    List<byte[]> forged(int ofEach) {
        List<byte[]> forged = new ArrayList<>();
        synchronized (headers) {
            for (byte[] header : headers.values()) {
                for (int i = 1; i <= ofEach; i++) {
                    ByteBuffer data = ByteBuffer.allocate(HEADER + 32 * random.nextInt(1, 40) - random.nextInt(31))
                            .order(ByteOrder.LITTLE_ENDIAN);
                    random.nextBytes(data.array());
                    data.put(0, header).putInt(0, data.capacity());
                    data.putInt(8, data.getInt(8) + 32 * random.nextInt(2_000));
                    forged.add(data.array());
                }
            }
        }
        return forged;
    }

    /** Sends forged data to the receiver. */
    void forge(int ofEach) throws IOException {
        for (byte[] datagram : forged(ofEach)) {
            front.send(ByteBuffer.wrap(datagram), receiver);
        }
    }

    private void run() {
        try {
            while (!closed) {
                for (InetSocketAddress from; (from = next(front)) != null; ) {
                    receiver = from;
                    back.send(buffer, server);
                }
                while (next(back) != null) {
                    note();
                    front.send(buffer, receiver);
                }
                LockSupport.parkNanos(100_000);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private InetSocketAddress next(DatagramChannel socket) throws IOException {
        buffer.clear();
        InetSocketAddress from = (InetSocketAddress) socket.receive(buffer);
        buffer.flip();
        return from;
    }

    private void note() {
        ByteBuffer frame = buffer.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        if (frame.limit() > HEADER && frame.get(4) == 0 && frame.getShort(6) == DATA) {
            byte[] header = new byte[HEADER];
            frame.get(0, header);
            synchronized (headers) {
                headers.put(frame.getInt(16), header);
            }
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        front.close();
        back.close();
    }
}
