package io.github.freestep.net.seal;

import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * One AES key of a player, with a cipher of its own, which goes where the key goes. For one thread at a time.
 *
 * <p>A cipher expands each key that is not the one it had before, which takes more time and garbage on JDK 17 than the
 * sealing of a datagram. So clients that shared a cipher would pay for it with each datagram. An expanded key takes
 * about 1 kB for as long as its client is known.
 */
public final class SealingKey {
    private static final int TAG_BITS = 128;

    final SecretKeySpec key;
    private final Cipher cipher;

    SealingKey(byte[] bytes) {
        key = new SecretKeySpec(bytes, "AES");
        try {
            cipher = Cipher.getInstance("AES/GCM/NoPadding");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK must have AES/GCM/NoPadding", e);
        }
    }

    /** Returns the cipher, ready for a datagram of a kind that begins with its nonce. */
    Cipher cipher(int mode, byte kind, byte[] datagram) throws GeneralSecurityException {
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, datagram, 0, Sealer.NONCE));
        cipher.updateAAD(new byte[] {kind});
        return cipher;
    }
}
