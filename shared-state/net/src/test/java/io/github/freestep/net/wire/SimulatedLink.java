package io.github.freestep.net.wire;

import io.github.freestep.testing.Seeds;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * A link of 20 +- 5 ms that loses, repeats and reorders datagrams by a seed. The reliable stream loses nothing and
 * keeps its order: a lost datagram comes a round trip later, and all after it wait.
 */
final class SimulatedLink {
    interface Receiver {
        void receive(ByteBuffer datagram, long arrivedNanos);
    }

    private static final long MILLI = 1_000_000;

    private record Datagram(long arrivesNanos, long number, byte[] bytes) {}

    long delayNanos = 20 * MILLI;
    long jitterNanos = 5 * MILLI;
    double loss;
    double duplicates;

    /** The greatest and the least delays of pieces, in order, for percentiles. */
    long sent;

    /** Nothing arrives before this time. */
    long silentToNanos = Long.MIN_VALUE;

    private final Random random;
    private final PriorityQueue<Datagram> flying =
            new PriorityQueue<>(Comparator.comparingLong(Datagram::arrivesNanos).thenComparingLong(Datagram::number));
    private long reliableNanos = Long.MIN_VALUE;

    SimulatedLink(long seed) {
        random = Seeds.random(seed);
    }

    void piece(ByteBuffer datagram, long nowNanos) {
        byte[] bytes = copy(datagram);
        int copies = random.nextDouble() < duplicates ? 2 : 1;
        for (int i = 0; i < copies; i++) {
            long arrives = nowNanos + delay();
            if (random.nextDouble() >= loss) {
                fly(arrives, bytes);
            }
        }
    }

    void baseline(ByteBuffer datagram, long nowNanos) {
        long arrives = nowNanos + delay();
        while (random.nextDouble() < loss) {
            arrives += 2 * delay();
        }
        reliableNanos = Math.max(reliableNanos, arrives);
        fly(reliableNanos, copy(datagram));
    }

    private void fly(long arrivesNanos, byte[] bytes) {
        flying.add(new Datagram(Math.max(arrivesNanos, silentToNanos), sent++, bytes));
    }

    private long delay() {
        return delayNanos + Math.round((2 * random.nextDouble() - 1) * jitterNanos);
    }

    static byte[] copy(ByteBuffer datagram) {
        byte[] bytes = new byte[datagram.remaining()];
        datagram.get(datagram.position(), bytes);
        return bytes;
    }

    /** Delivers what arrives up to a time, in the order of arrival. */
    void deliver(long toNanos, Receiver receiver) {
        while (!flying.isEmpty() && flying.peek().arrivesNanos <= toNanos) {
            Datagram datagram = flying.remove();
            receiver.receive(ByteBuffer.wrap(datagram.bytes), datagram.arrivesNanos);
        }
    }

    /** Loses all that is under way. */
    void cut() {
        flying.clear();
    }
}
