package io.github.freestep.physics.lockstep.packets;

import io.github.freestep.net.seal.Sealer;
import io.github.freestep.net.seal.Unsealer;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts and authenticates the packets between a sequencer of a match and its peers, by AES-GCM with a shared key.
 * For one thread. Never blocks. Allocates about 1 kB per packet, in the JDK's cipher.
 *
 * <p>It does not refuse repeated packets, because the session ignores them by their numbers.
 */
public final class PacketSeal {
    /** The stream from the peers to the sequencer. */
    private static final String TO_SEQUENCER = "to sequencer";

    /** The stream from the sequencer to its peers. */
    private static final String TO_PEER = "to peer";

    private final Sealer sealer;
    private final Unsealer unsealer;

    private PacketSeal(byte[] key, String out, String in) {
        sealer = Sealer.of(key, out, new SecureRandom().nextInt(), Sealer.counterOfNow());
        unsealer = Unsealer.of(key, in);
    }

    /** Creates the seal of the sequencer, from a key of 16 or 32 bytes. */
    public static PacketSeal ofSequencer(byte[] key) {
        return new PacketSeal(key, TO_PEER, TO_SEQUENCER);
    }

    /** Creates the seal of a peer, from a key of 16 or 32 bytes. */
    public static PacketSeal ofPeer(byte[] key) {
        return new PacketSeal(key, TO_SEQUENCER, TO_PEER);
    }

    /**
     * Seals a packet: its bytes between position and limit, which stay unchanged.
     *
     * @return what to send, valid until the next call
     * @throws IllegalArgumentException if the packet is longer than {@link Sealer#MAX_PLAIN}
     */
    ByteBuffer seal(ByteBuffer packet) {
        return sealer.seal(packet);
    }

    /**
     * Opens a packet that the other side has sealed: its bytes between position and limit, which stay unchanged.
     *
     * @return what was sealed, valid until the next call; null if the packet is not authentic
     */
    @Nullable ByteBuffer open(ByteBuffer sealed) {
        return unsealer.open(sealed);
    }
}
