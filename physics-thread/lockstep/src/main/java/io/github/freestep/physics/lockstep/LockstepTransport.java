package io.github.freestep.physics.lockstep;

import io.github.freestep.net.link.Packet;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Carries packets between a peer of a match and its sequencer. It may lose, repeat and reorder packets, because the
 * session numbers what it sends and repeats what was lost. One thread of the session calls all methods but {@link
 * #stallReason}; none of them may block. See the example of {@link
 * io.github.freestep.physics.lockstep.direct.DirectLockstep}.
 */
public interface LockstepTransport extends AutoCloseable {
    /** The greatest length of a packet in bytes. With what a transport adds, it fits into a datagram of 1,200 bytes. */
    int MAX_PACKET = Packet.MAX;

    /**
     * Sends a packet to the sequencer. A transport that cannot send now drops the packet.
     *
     * @param packet the bytes between its position and its limit, at most {@link #MAX_PACKET}; valid during this call
     */
    void send(ByteBuffer packet);

    /**
     * Passes on the packets that have arrived since the last call.
     *
     * @param handler takes each packet; its buffer is valid during the call only
     */
    void poll(Consumer<ByteBuffer> handler);

    /**
     * Says why no packets arrive, such as that nobody answers. Any thread may call it.
     *
     * @return a sentence with what to check; null if packets arrive, or the reason is not known
     */
    @SuppressWarnings("exports") // See module-info.
    default @Nullable String stallReason() {
        return null;
    }

    /** Releases what the transport holds. Called once. */
    @Override
    void close();
}
