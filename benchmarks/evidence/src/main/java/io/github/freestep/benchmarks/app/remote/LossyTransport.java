package io.github.freestep.benchmarks.app.remote;

import io.github.freestep.net.DatagramTransport;
import io.github.freestep.net.UdpTransport;
import io.github.freestep.time.NanoClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * A bad network on one machine: delays, loses, duplicates and reorders the datagrams of a client's transport in both
 * directions. For the thread of the client; any thread may read how much has arrived.
 */
public final class LossyTransport implements DatagramTransport {
    private static final int UDP_BYTES = 28;
    private static final long POLL_NANOS = 100_000;

    private final DatagramTransport good;
    private final LinkQuality quality;
    private final Random random;
    private final NanoClock clock;
    private final long openedNanos;
    private final Way toServer = new Way();
    private final Way toClient = new Way();
    private final ByteBuffer buffer = ByteBuffer.allocate(2 * MAX_BYTES);

    /** When the queue to the client is empty. */
    private long queueEndsNanos;

    private long number;
    private volatile long receivedBytes;

    /** A datagram on its way; {@code number} keeps the order of datagrams that are due at the same time. */
    private record Delayed(long atNanos, long number, ByteBuffer bytes, SocketAddress peer) {}

    /** The datagrams in one direction. */
    private static final class Way extends PriorityQueue<Delayed> {
        private static final long serialVersionUID = 1;

        /** When the newest datagram arrives, if the link keeps the order. */
        private long lastNanos = Long.MIN_VALUE;

        Way() {
            super(Comparator.comparingLong(Delayed::atNanos).thenComparingLong(Delayed::number));
        }
    }

    LossyTransport(DatagramTransport good, LinkQuality quality, long seed, NanoClock clock) {
        this.good = good;
        this.quality = quality;
        this.clock = clock;
        random = new Random(seed);
        openedNanos = clock.nanoTime();
        queueEndsNanos = openedNanos;
    }

    /**
     * Opens a bad link to servers on this machine.
     *
     * @param quality how bad it is
     * @param seed the seed of what is left to chance
     * @return the transport of a client
     */
    public static LossyTransport toLoopback(LinkQuality quality, long seed) {
        return new LossyTransport(UdpTransport.to(InetAddress.getLoopbackAddress()), quality, seed, NanoClock.system());
    }

    /** The bytes that the client was sent, without the headers of UDP and IP. */
    long receivedBytes() {
        return receivedBytes;
    }

    @Override
    public boolean send(ByteBuffer datagram, SocketAddress peer) throws IOException {
        delay(datagram, peer, toServer, clock.nanoTime());
        deliver();
        return true;
    }

    /** Also sends on what has been on its way to the server for long enough. */
    @Override
    public SocketAddress receive(ByteBuffer into) throws IOException {
        deliver();
        for (SocketAddress from; (from = good.receive(buffer.clear())) != null; ) {
            long now = clock.nanoTime();
            buffer.flip();
            if (quality.kilobits() == 0) {
                delay(buffer, from, toClient, now);
            } else if (queueEndsNanos - now <= LinkQuality.QUEUE_MILLIS * 1e6) {
                queueEndsNanos = Math.max(now, queueEndsNanos)
                        + Math.round((buffer.remaining() + UDP_BYTES) * 8e6 / quality.kilobits());
                delay(buffer, from, toClient, queueEndsNanos);
            }
        }
        if (toClient.isEmpty() || toClient.peek().atNanos > clock.nanoTime()) {
            return null;
        }
        Delayed first = toClient.poll();
        receivedBytes += first.bytes.remaining();
        into.put(first.bytes.duplicate());
        return first.peer;
    }

    private void deliver() throws IOException {
        while (!toServer.isEmpty() && toServer.peek().atNanos <= clock.nanoTime()) {
            Delayed first = toServer.poll();
            good.send(first.bytes.duplicate(), first.peer);
        }
    }

    private void delay(ByteBuffer datagram, SocketAddress peer, Way way, long fromNanos) {
        ByteBuffer bytes =
                ByteBuffer.allocate(datagram.remaining()).put(datagram).flip();
        int times = random.nextDouble() * 100 < quality.duplicatesPercent() ? 2 : 1;
        for (int i = 0; i < times; i++) {
            double millis = quality.way().millis((clock.nanoTime() - openedNanos) / 1e6, random);
            if (millis >= 0) {
                long at = fromNanos + (long) (millis * 1e6);
                way.lastNanos = Math.max(way.lastNanos, at);
                way.add(new Delayed(quality.keepsOrder() ? way.lastNanos : at, number++, bytes, peer));
            }
        }
    }

    @Override
    public void await(long nanos) {
        LockSupport.parkNanos(Math.min(nanos, POLL_NANOS));
    }

    @Override
    public void close() {
        good.close();
    }
}
