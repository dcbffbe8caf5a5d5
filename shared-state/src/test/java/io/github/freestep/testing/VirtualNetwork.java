package io.github.freestep.testing;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;

/**
 * Datagrams on their way between ends, on virtual time, in one thread. A seed decides which ones get lost, come twice,
 * are damaged or overtake others. Reuses its memory.
 *
 * @param <E> what stands for an end
 */
public final class VirtualNetwork<E> {
    /** How long a datagram takes that is sent at a time, besides the shortest delay; negative if it is lost. */
    public interface Jitter {
        long nanos(long nowNanos, Random random);
    }

    /** What a way does to datagrams. May be changed at any time. */
    public static class Way {
        public long delayNanos;
        public long jitterNanos;
        public Jitter jitter = (now, random) -> jitterNanos == 0 ? 0 : random.nextLong(jitterNanos);
        public double loss;
        public double duplicates;
        public double damage;
        public boolean cut;
        /** Whether no datagram overtakes another one. */
        public boolean keepsOrder;
        /** How long a byte keeps the way busy. What is sent meanwhile waits, in order. */
        public double nanosPerByte;
        /** The bytes of headers that each datagram has in addition. */
        public int headers;
        /** A datagram that would wait for longer is lost. */
        public long mostWaitNanos = Long.MAX_VALUE;
        /** Nothing arrives before this time. */
        public long heldToNanos = Long.MIN_VALUE;

        /** Until when the way is busy. */
        public long busyNanos = Long.MIN_VALUE / 2;

        private long newestNanos = Long.MIN_VALUE;
        private long reliableNanos = Long.MIN_VALUE;
    }

    /** Takes datagrams at all ends. The buffer is reused afterwards. */
    public interface Arrivals<E> {
        void datagram(ByteBuffer datagram, E from, E to, long arrivedNanos);
    }

    private static final class Flight<E> {
        private final ByteBuffer bytes = ByteBuffer.allocate(2_048);
        private E from;
        private E to;
        private long atNanos;
        private long number;
    }

    private final Random random;
    private final PriorityQueue<Flight<E>> flying = new PriorityQueue<>(
            Comparator.<Flight<E>>comparingLong(flight -> flight.atNanos).thenComparingLong(flight -> flight.number));
    private final Queue<Flight<E>> unused = new ArrayDeque<>();
    private long sent;

    public VirtualNetwork(long seed) {
        random = Seeds.random(seed);
    }

    public Random random() {
        return random;
    }

    /** Sends a datagram. Returns false if it is lost. */
    public boolean send(ByteBuffer datagram, E from, E to, Way way, long nowNanos) {
        boolean arrives = false;
        for (int copies = random.nextDouble() < way.duplicates ? 2 : 1; copies > 0; copies--) {
            if (way.cut || random.nextDouble() < way.loss || way.busyNanos - nowNanos > way.mostWaitNanos) {
                continue;
            }
            Flight<E> flight = flight(datagram, from, to);
            if (random.nextDouble() < way.damage) {
                flight.bytes.array()[random.nextInt(flight.bytes.limit())] ^= (byte) (1 << random.nextInt(Byte.SIZE));
            }
            way.busyNanos = Math.max(way.busyNanos, nowNanos)
                    + Math.round((flight.bytes.limit() + way.headers) * way.nanosPerByte);
            long jitter = way.jitter.nanos(nowNanos, random);
            if (jitter < 0) {
                unused.add(flight);
                continue;
            }
            long at = way.busyNanos + way.delayNanos + jitter;
            at = way.keepsOrder ? Math.max(way.newestNanos, at) : at;
            way.newestNanos = Math.max(way.newestNanos, at);
            fly(flight, Math.max(at, way.heldToNanos));
            arrives = true;
        }
        return arrives;
    }

    /** Sends on a stream that keeps its order: a lost datagram comes a round trip later, and all after it wait. */
    public void sendReliably(ByteBuffer datagram, E from, E to, Way way, long nowNanos) {
        long at = nowNanos + way.delayNanos + way.jitter.nanos(nowNanos, random);
        while (random.nextDouble() < way.loss) {
            at += 2 * (way.delayNanos + way.jitter.nanos(nowNanos, random));
        }
        way.reliableNanos = Math.max(way.reliableNanos, Math.max(at, way.heldToNanos));
        fly(flight(datagram, from, to), way.reliableNanos);
    }

    private Flight<E> flight(ByteBuffer datagram, E from, E to) {
        Flight<E> flight = unused.isEmpty() ? new Flight<>() : unused.remove();
        int length = datagram.remaining();
        flight.bytes.clear().put(0, datagram, datagram.position(), length).limit(length);
        flight.from = from;
        flight.to = to;
        return flight;
    }

    private void fly(Flight<E> flight, long atNanos) {
        flight.atNanos = atNanos;
        flight.number = sent++;
        flying.add(flight);
    }

    /** Delivers what arrives up to a time, in the order of arrival. */
    public void deliver(long toNanos, Arrivals<E> arrivals) {
        while (!flying.isEmpty() && flying.peek().atNanos <= toNanos) {
            Flight<E> flight = flying.remove();
            arrivals.datagram(flight.bytes, flight.from, flight.to, flight.atNanos);
            unused.add(flight);
        }
    }

    /** Loses all that is under way. */
    public void clear() {
        flying.clear();
    }

    public static byte[] copy(ByteBuffer datagram) {
        byte[] bytes = new byte[datagram.remaining()];
        datagram.get(datagram.position(), bytes);
        return bytes;
    }
}
