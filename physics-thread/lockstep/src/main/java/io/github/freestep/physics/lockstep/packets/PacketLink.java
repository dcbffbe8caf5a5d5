package io.github.freestep.physics.lockstep.packets;

import io.github.freestep.net.link.AeronLink;
import io.github.freestep.net.link.Inlet;
import io.github.freestep.net.link.LinkThread;
import io.github.freestep.physics.lockstep.LockstepTransport;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Hands packets between the thread of a session or sequencer and a thread of its own that works on Aeron. So the
 * session never waits for a socket, a name server or a stopped driver.
 *
 * <p>A datagram is the {@link PeerNumber}, then the packet; both are sealed if there is a key.
 */
public final class PacketLink implements LinkThread.Work {
    private static final int QUEUE_BYTES = 512 << 10;

    /** How often to look for packets that have arrived. A packet to send ends the wait. */
    private static final long POLL_NANOS = 500_000;

    /** Before the end, the last packets have at least this much time and this many slices to be sent. */
    private static final long FLUSH_NANOS = 100_000_000;

    private static final int FLUSH_SLICES = 50;

    private static final long SLICE_NANOS = 200_000;

    private final PacketStream stream;
    private final @Nullable PacketSeal seal;
    private final PacketQueue arrived = PacketQueue.of(QUEUE_BYTES);
    private final PacketQueue leaving = PacketQueue.of(QUEUE_BYTES);
    private final Inlet.Handler sending = this::sendNow;
    private final ByteBuffer answer = ByteBuffer.allocate(PeerNumber.BYTES);
    private final LinkThread thread;

    public PacketLink(String role, int port, int peers, PacketStream stream, @Nullable PacketSeal seal) {
        this.stream = stream;
        this.seal = seal;
        thread = new LinkThread(role, port, peers, this);
    }

    /** Returns once the streams are open. */
    public PacketLink start() {
        thread.start();
        return this;
    }

    public void send(long peer, ByteBuffer packet) {
        if (packet.remaining() > LockstepTransport.MAX_PACKET) {
            throw new IllegalArgumentException("a packet must have at most " + LockstepTransport.MAX_PACKET
                    + " bytes, had " + packet.remaining() + "; split it");
        }
        if (leaving.offer(peer, packet)) {
            thread.wake();
        }
    }

    /** Passes on the packets that have arrived, each after the number of its peer. */
    public int poll(Inlet.Handler handler) {
        return arrived.poll(handler);
    }

    @Override
    public void open(AeronLink link) {
        stream.open(link, this::arrive);
    }

    @Override
    public long pass(AeronLink link, long nowNanos) {
        link.work();
        boolean goesOn = stream.poll(nowNanos);
        if (leaving.poll(sending) > 0) {
            link.work();
        }
        return goesOn ? POLL_NANOS : LinkThread.REOPEN;
    }

    private void sendNow(ByteBuffer datagram) {
        stream.send(datagram.getLong(0), seal == null ? datagram : seal.seal(datagram));
    }

    /** If the session is too slow to take all packets, the newest are dropped, as a network would do. */
    private long arrive(ByteBuffer datagram) {
        ByteBuffer opened = seal == null ? datagram : seal.open(datagram);
        if (opened == null || opened.remaining() < PeerNumber.BYTES) {
            return PeerNumber.NONE;
        }
        long peer = opened.getLong();
        if (seal != null && seal.isOfOtherRun()) {
            // No longer than what came. A recorded packet gets no further.
            stream.send(peer, seal.seal(answer.clear().putLong(peer).flip()));
            return peer;
        }
        if (opened.hasRemaining()) {
            arrived.offer(peer, opened);
        }
        return peer;
    }

    /** Sends what waits, and ends the thread. A stop of the process meanwhile does not use up the time. */
    public void end() {
        long since = System.nanoTime();
        for (int slice = 0; !leaving.isEmpty() && thread.failure() == null; slice++) {
            if (slice >= FLUSH_SLICES && System.nanoTime() - since >= FLUSH_NANOS) {
                break;
            }
            thread.wake();
            LockSupport.parkNanos(SLICE_NANOS);
        }
        thread.close();
    }

    @Override
    public void close() {}

    /** The newest trouble in words; empty if there was none. */
    public String trouble() {
        Throwable ended = thread.failure();
        Throwable newest = thread.lastError();
        return ended != null ? ", failed: " + ended : newest != null ? ", last error: " + newest : "";
    }
}
