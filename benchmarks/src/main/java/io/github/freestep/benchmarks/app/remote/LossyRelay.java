package io.github.freestep.benchmarks.app.remote;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * A bad network on one machine: passes UDP datagrams between clients and a server, and delays, loses, duplicates and
 * reorders them. Works on a thread of its own until it is closed. Only for loopback.
 */
final class LossyRelay implements AutoCloseable {
    private static final int MAX_DATAGRAM = 65_536;
    private static final int SOCKET_BYTES = 1 << 20;
    private static final int UDP_BYTES = 28;
    private static final long POLL_NANOS = 100_000;

    private final LinkQuality quality;
    private final Random random;
    private final SocketAddress server;
    private final DatagramChannel front;
    private final Map<SocketAddress, DatagramChannel> backs = new HashMap<>();
    private final List<Map.Entry<SocketAddress, DatagramChannel>> clients = new ArrayList<>();
    private final PriorityQueue<Delayed> underway = new PriorityQueue<>();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(MAX_DATAGRAM);
    private final Thread thread = new Thread(this::run, "freestep-relay");

    private volatile boolean closed;
    private volatile IOException failure;
    private volatile long bytesToClients;
    private long number;

    private final long openedNanos = System.nanoTime();

    /** When the queue to clients is empty. */
    private long queueEndsNanos = openedNanos;

    /** When the newest datagram arrives in each direction, if the link keeps the order. */
    private long lastToClientsNanos = openedNanos;

    private long lastToServerNanos = openedNanos;

    /** A datagram on its way; {@code number} keeps the order of datagrams that are due at the same time. */
    private record Delayed(long atNanos, long number, ByteBuffer bytes, DatagramChannel via, SocketAddress to)
            implements Comparable<Delayed> {
        @Override
        public int compareTo(Delayed other) {
            int byTime = Long.signum(atNanos - other.atNanos);
            return byTime != 0 ? byTime : Long.compare(number, other.number);
        }
    }

    /** Opens a relay to a port of this machine, from {@code port}; 0 for any free one. It runs until it is closed. */
    LossyRelay(int port, int serverPort, LinkQuality quality, long seed) throws IOException {
        this.quality = quality;
        random = new Random(seed);
        server = loopback(serverPort);
        front = open(loopback(port));
        thread.setDaemon(true);
        thread.start();
    }

    /** The port for clients. */
    int port() {
        return front.socket().getLocalPort();
    }

    /** The bytes that clients were sent, without the headers of UDP and IP. */
    long bytesToClients() {
        return bytesToClients;
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private static DatagramChannel open(SocketAddress local) throws IOException {
        DatagramChannel channel = DatagramChannel.open();
        try {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BYTES);
            channel.setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BYTES);
            channel.bind(local);
            channel.configureBlocking(false);
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private void run() {
        try {
            while (!closed) {
                receive();
                deliver(System.nanoTime());
                LockSupport.parkNanos(POLL_NANOS);
            }
        } catch (IOException e) {
            failure = e;
        }
    }

    private void receive() throws IOException {
        for (SocketAddress from; (from = next(front)) != null; ) {
            send(back(from), server);
        }
        for (Map.Entry<SocketAddress, DatagramChannel> client : clients) {
            while (next(client.getValue()) != null) {
                send(front, client.getKey());
            }
        }
    }

    /** Fills the buffer with a datagram; null if there is none. */
    private SocketAddress next(DatagramChannel channel) throws IOException {
        buffer.clear();
        try {
            return channel.receive(buffer);
        } catch (PortUnreachableException e) {
            // The other side has gone. It may come back.
            return null;
        }
    }

    /** A socket for each client, so that the server can tell them apart. */
    private DatagramChannel back(SocketAddress client) throws IOException {
        DatagramChannel back = backs.get(client);
        if (back == null) {
            back = open(loopback(0));
            backs.put(client, back);
            clients.add(Map.entry(client, back));
        }
        return back;
    }

    private void send(DatagramChannel via, SocketAddress to) {
        double millis = way();
        if (millis < 0 || via == front && isFull(buffer.position())) {
            return;
        }
        ByteBuffer bytes =
                ByteBuffer.allocate(buffer.flip().remaining()).put(buffer).flip();
        delay(millis, bytes, via, to);
        double again = random.nextDouble() * 100 < quality.duplicatesPercent() ? way() : -1;
        if (again >= 0) {
            delay(again, bytes.duplicate(), via, to);
        }
    }

    private double way() {
        return quality.way().millis((System.nanoTime() - openedNanos) / 1e6, random);
    }

    /** Puts a datagram into the queue to clients. Returns whether it does not fit. */
    private boolean isFull(int bytes) {
        if (quality.kilobits() == 0) {
            return false;
        }
        long now = System.nanoTime();
        long begins = Math.max(now, queueEndsNanos);
        if (begins - now > LinkQuality.QUEUE_MILLIS * 1e6) {
            return true;
        }
        queueEndsNanos = begins + Math.round((bytes + UDP_BYTES) * 8e6 / quality.kilobits());
        return false;
    }

    private void delay(double millis, ByteBuffer bytes, DatagramChannel via, SocketAddress to) {
        boolean toClients = via == front;
        long begins = toClients ? Math.max(System.nanoTime(), queueEndsNanos) : System.nanoTime();
        long at = begins + (long) (millis * 1e6);
        if (quality.keepsOrder() && toClients) {
            at = Math.max(at, lastToClientsNanos);
            lastToClientsNanos = at;
        } else if (quality.keepsOrder()) {
            at = Math.max(at, lastToServerNanos);
            lastToServerNanos = at;
        }
        underway.add(new Delayed(at, number++, bytes, via, to));
    }

    private void deliver(long now) throws IOException {
        for (Delayed first; (first = underway.peek()) != null && first.atNanos() - now <= 0; underway.poll()) {
            try {
                int sent = first.via().send(first.bytes(), first.to());
                bytesToClients += first.via() == front ? sent : 0;
            } catch (PortUnreachableException e) {
                // The other side has gone. It may come back.
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join();
            front.close();
            for (DatagramChannel back : backs.values()) {
                back.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (failure != null) {
            throw new UncheckedIOException("the relay has stopped: " + failure.getMessage(), failure);
        }
    }
}
