package io.github.freestep.benchmarks.app.play;

import io.github.freestep.physics.lockstep.LockstepTransport;
import io.github.freestep.time.NanoClock;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Delays the packets of another transport in both directions, and drops some of them. Packets do not overtake each
 * other. For the session's thread, which polls each millisecond.
 */
final class SlowTransport implements LockstepTransport {
    private final LockstepTransport good;
    private final PlayLink link;
    private final SplittableRandom random;
    private final NanoClock clock;
    private final ArrayDeque<Packet> sent = new ArrayDeque<>();
    private final ArrayDeque<Packet> received = new ArrayDeque<>();

    private record Packet(long atNanos, ByteBuffer bytes) {}

    SlowTransport(LockstepTransport good, PlayLink link, SplittableRandom random, NanoClock clock) {
        this.good = good;
        this.link = link;
        this.random = random;
        this.clock = clock;
    }

    @Override
    public void send(ByteBuffer packet) {
        holdBack(packet, sent);
    }

    @Override
    public int poll(Consumer<ByteBuffer> handler) {
        release(sent, clock.nanoTime(), good::send);
        good.poll(packet -> holdBack(packet, received));
        return release(received, clock.nanoTime(), handler);
    }

    private void holdBack(ByteBuffer packet, ArrayDeque<Packet> queue) {
        if (random.nextDouble() >= link.loss()) {
            ByteBuffer copy = ByteBuffer.allocate(packet.remaining());
            queue.add(new Packet(
                    clock.nanoTime() + link.oneWayNanos(),
                    copy.put(packet.duplicate()).flip()));
        }
    }

    private static int release(ArrayDeque<Packet> queue, long nowNanos, Consumer<ByteBuffer> to) {
        int count = 0;
        for (; !queue.isEmpty() && queue.peek().atNanos() <= nowNanos; count++) {
            to.accept(queue.poll().bytes());
        }
        return count;
    }

    /** Sends what is still held back, because the last packet says that the player leaves. */
    @Override
    public void close() {
        release(sent, Long.MAX_VALUE, good::send);
        good.close();
    }
}
