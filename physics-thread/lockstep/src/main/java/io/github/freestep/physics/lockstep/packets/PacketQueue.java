package io.github.freestep.physics.lockstep.packets;

import io.github.freestep.net.link.AeronFlag;
import io.github.freestep.net.link.AeronLink;
import io.github.freestep.net.link.Inlet;
import java.nio.ByteBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/**
 * Hands packets from one thread to one other thread. Lock-free; allocates nothing. A packet is preceded by the
 * {@link PeerNumber} of the peer that sends or receives it. A packet that does not fit is dropped.
 */
final class PacketQueue {
    private static final int PACKET = 1;

    private final OneToOneRingBuffer ring;
    private final ByteBuffer taken = ByteBuffer.allocate(AeronLink.PAYLOAD_BYTES);
    private final MessageHandler messages = this::message;
    private Inlet.Handler handler = datagram -> {};

    private PacketQueue(int bytes) {
        ring = new OneToOneRingBuffer(
                new UnsafeBuffer(ByteBuffer.allocateDirect(bytes + RingBufferDescriptor.TRAILER_LENGTH)));
    }

    /**
     * Creates a queue.
     *
     * @param bytes its capacity, a power of two, at least 16 kB
     * @throws IllegalStateException if Aeron or the JVM's flag that it needs is missing
     */
    static PacketQueue of(int bytes) {
        AeronFlag.require();
        return new PacketQueue(bytes);
    }

    /** Adds a packet, from position to limit. Returns false if it does not fit. For the first thread. */
    boolean offer(long peer, ByteBuffer packet) {
        int length = packet.remaining();
        int index = ring.tryClaim(PACKET, PeerNumber.BYTES + length);
        if (index < 0) {
            return false;
        }
        ring.buffer().putLong(index, peer);
        ring.buffer().putBytes(index + PeerNumber.BYTES, packet, packet.position(), length);
        ring.commit(index);
        return true;
    }

    /** Passes all packets that wait, each after the number of its peer. For the second thread. */
    int poll(Inlet.Handler receiver) {
        handler = receiver;
        return ring.read(messages);
    }

    /** Whether all packets have been taken. For any thread. */
    boolean isEmpty() {
        return ring.size() == 0;
    }

    private void message(int type, MutableDirectBuffer buffer, int index, int length) {
        buffer.getBytes(index, taken.array(), 0, length);
        // In the order of agrona's buffers, and then in that of Java's.
        taken.clear().limit(length);
        taken.putLong(0, buffer.getLong(index));
        handler.datagram(taken);
    }
}
