package io.github.freestep.net.seal;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates a number that travels beside a sealed datagram, because each peer gets the same datagram with a number
 * of its own. Sealing the datagram once per peer would take ten times as long. Without a key, all tags are 0. For one
 * thread. Never blocks or allocates.
 *
 * <p>A tag is the first 4 bytes of an AES block: of the datagram's counter (8 bytes), the number (4), and the halves of
 * the peer's number, combined by XOR (4). The key of this stream has no other use, so one block suffices: a forged
 * tag is right once in 4 billion times. Peers draw their numbers at random, so it is as rare that the XOR of two is
 * equal, and that each has the other's tags. A salt is not needed: two runs that use the same counter run at the same
 * time, so they have other peers.
 */
public final class NumberTag {
    private static final int BLOCK = 16;

    private final @Nullable Cipher cipher;
    private final byte[] block = new byte[BLOCK];
    private final ByteBuffer fields = ByteBuffer.wrap(block);

    /** Another array, because the JDK copies the input if it is the output, too. */
    private final byte[] encrypted = new byte[BLOCK];

    private final ByteBuffer tag = ByteBuffer.wrap(encrypted);

    /**
     * Creates tags of one stream.
     *
     * @param shared a key of 16 or 32 bytes, or null for no tags
     * @param stream the name of the stream, which has a key of its own
     */
    public NumberTag(byte @Nullable [] shared, String stream) {
        try {
            cipher = shared == null ? null : Cipher.getInstance("AES/ECB/NoPadding");
            if (cipher != null) {
                cipher.init(Cipher.ENCRYPT_MODE, SharedKey.of(shared, stream));
            }
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK must have AES/ECB/NoPadding", e);
        }
    }

    /**
     * Returns the tag of a number.
     *
     * @param sealed the complete sealed datagram that the number belongs to
     * @param peer who gets it
     */
    public int of(ByteBuffer sealed, int number, long peer) {
        if (cipher == null) {
            return 0;
        }
        fields.putLong(0, Unsealer.counterOf(sealed)).putInt(8, number).putInt(12, Long.hashCode(peer));
        try {
            cipher.doFinal(block, 0, BLOCK, encrypted);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES must accept a whole block", e);
        }
        return tag.getInt(0);
    }
}
