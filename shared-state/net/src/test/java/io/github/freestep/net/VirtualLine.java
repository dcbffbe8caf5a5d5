package io.github.freestep.net;

import io.github.freestep.time.NanoClock;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Function;

/**
 * A way between a server and clients, on a virtual clock. Every datagram takes as long. Tests say which ones get lost.
 * Uses its memory again.
 */
final class VirtualLine {
    static final InetSocketAddress SERVER = new InetSocketAddress(InetAddress.getLoopbackAddress(), 65_535);

    /** Whether a datagram gets lost. */
    interface Loss {
        boolean loses(ByteBuffer datagram, SocketAddress from, SocketAddress to);
    }

    /** Takes datagrams at an end. */
    interface End {
        void datagram(ByteBuffer datagram, SocketAddress source);
    }

    private static final class Flying {
        private final ByteBuffer bytes = ByteBuffer.allocate(DatagramTransport.MAX_BYTES);
        private SocketAddress from;
        private SocketAddress to;
        private long arrivesNanos;
    }

    private final NanoClock clock;
    private final long wayNanos;
    private final Queue<Flying> toServer = new ArrayDeque<>();
    private final Queue<Flying> toClients = new ArrayDeque<>();
    private final Queue<Flying> unused = new ArrayDeque<>();

    /** How long a byte keeps the way to clients busy. What does not fit waits, in order, and nothing is lost. */
    long nanosPerByte;

    /** Until when that is busy. */
    long busyNanos;

    /** Counts what is sent, in either direction. */
    long datagrams;

    Loss loss = (datagram, from, to) -> false;

    VirtualLine(NanoClock clock, long wayNanos) {
        this.clock = clock;
        this.wayNanos = wayNanos;
        busyNanos = clock.nanoTime();
    }

    static InetSocketAddress client(int number) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1 + number);
    }

    /** The end of an address. What arrives there is passed on by {@link #arrive}. */
    DatagramTransport end(SocketAddress address) {
        return (SendOnly) (datagram, peer) -> {
            datagrams++;
            if (!loss.loses(datagram, address, peer)) {
                Flying next = unused.isEmpty() ? new Flying() : unused.remove();
                next.bytes.clear().put(datagram).flip();
                next.from = address;
                next.to = peer;
                if (address.equals(SERVER)) {
                    busyNanos = Math.max(busyNanos, clock.nanoTime());
                    busyNanos += nanosPerByte * next.bytes.remaining();
                    next.arrivesNanos = busyNanos + wayNanos;
                    toClients.add(next);
                } else {
                    next.arrivesNanos = clock.nanoTime() + wayNanos;
                    toServer.add(next);
                }
            }
            return true;
        };
    }

    /** Passes on what has arrived. */
    void arrive(Function<SocketAddress, End> ends) {
        arrive(toServer, ends);
        arrive(toClients, ends);
    }

    private void arrive(Queue<Flying> flying, Function<SocketAddress, End> ends) {
        while (!flying.isEmpty() && flying.peek().arrivesNanos <= clock.nanoTime()) {
            Flying next = flying.remove();
            End end = ends.apply(next.to);
            if (end != null) {
                end.datagram(next.bytes, next.from);
            }
            unused.add(next);
        }
    }
}
