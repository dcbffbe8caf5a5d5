package io.github.freestep.benchmarks.network;

import io.github.freestep.testing.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * Passes datagrams between one receiver and a server, and forges datagrams like those that pass. Works on a thread of
 * its own until it is closed.
 */
final class ForgingRelay implements AutoCloseable {
    /** The mark, the kind, and how many bytes were sent; a key covers the rest. */
    private static final int HEADER = 13;

    private final Random random = Seeds.random(9);
    private final DatagramChannel front = open();
    private final DatagramChannel back = open();
    private final InetSocketAddress server;
    private final ByteBuffer buffer = ByteBuffer.allocate(2_048);

    /** The newest datagram of each kind from the server. Guarded by itself. */
    private final Map<Byte, byte[]> passed = new HashMap<>();

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

    /** How many kinds of datagrams have passed. */
    int kinds() {
        synchronized (passed) {
            return passed.size();
        }
    }

    /** Returns changed copies of the newest datagram of each kind: cut, continued, or with other bytes. */
    List<byte[]> forged(int ofEach) {
        List<byte[]> forged = new ArrayList<>();
        synchronized (passed) {
            for (byte[] datagram : passed.values()) {
                for (int i = 0; i < ofEach; i++) {
                    forged.add(changed(datagram));
                }
            }
        }
        return forged;
    }

    private byte[] changed(byte[] datagram) {
        int kind = random.nextInt(3);
        int length = kind == 0
                ? 1 + random.nextInt(datagram.length - 1)
                : Math.min(1_400, datagram.length + (kind == 1 ? 1 + random.nextInt(50) : 0));
        byte[] copy = Arrays.copyOf(datagram, length);
        for (int i = 0; kind == 2 && i < 1 + random.nextInt(6); i++) {
            copy[HEADER + random.nextInt(length - HEADER)] ^= (byte) (1 + random.nextInt(255));
        }
        return copy;
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
        byte[] datagram = new byte[buffer.remaining()];
        buffer.get(0, datagram);
        synchronized (passed) {
            passed.put(datagram[4], datagram);
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
