package io.github.freestep.wire;

import io.github.freestep.internal.SharedKey;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts and authenticates the packets between a sequencer of a match and its peers, by AES-GCM with a shared key.
 * For one thread. Never blocks. Allocates about 1 kB per packet, in the JDK's cipher.
 *
 * <p>It does not refuse repeated packets, because the session ignores them by their numbers.
 */
public final class PacketSeal {
    /** The greatest length of a packet in bytes. */
    public static final int MAX_PACKET = Sealer.MAX_PLAIN;

    private final Sealer sealer;
    private final Unsealer unsealer;

    private PacketSeal(byte[] key, WireStream out, WireStream in) {
        byte[] copy = SharedKey.copy(Objects.requireNonNull(key, "key must not be null"));
        sealer = Sealer.of(copy, out, (int) Randoms.secure().getAsLong(), Sealer.counterOfNow());
        unsealer = Unsealer.of(copy, in);
    }

    /**
     * Creates the seal of the sequencer.
     *
     * @param key the shared key of 16 or 32 bytes; copied
     * @return a new seal
     * @throws IllegalArgumentException if the key has another length
     */
    public static PacketSeal ofSequencer(byte[] key) {
        return new PacketSeal(key, WireStream.TO_PEER, WireStream.TO_SEQUENCER);
    }

    /**
     * Creates the seal of a peer.
     *
     * @param key the shared key of 16 or 32 bytes; copied
     * @return a new seal
     * @throws IllegalArgumentException if the key has another length
     */
    public static PacketSeal ofPeer(byte[] key) {
        return new PacketSeal(key, WireStream.TO_SEQUENCER, WireStream.TO_PEER);
    }

    /**
     * Seals a packet.
     *
     * @param packet its bytes between position and limit, which stay unchanged; at most {@link #MAX_PACKET}
     * @return what to send, valid until the next call
     * @throws IllegalArgumentException if the packet is too long
     */
    public ByteBuffer seal(ByteBuffer packet) {
        return sealer.seal(Objects.requireNonNull(packet, "packet must not be null"));
    }

    /**
     * Opens a packet that the other side has sealed.
     *
     * @param sealed its bytes between position and limit, which stay unchanged
     * @return what was sealed, valid until the next call; null if the packet is not authentic
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable ByteBuffer open(ByteBuffer sealed) {
        return unsealer.open(Objects.requireNonNull(sealed, "sealed must not be null"));
    }
}
