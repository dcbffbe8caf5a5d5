package io.github.freestep.net.seal;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Opens what a {@link Sealer} with the same key and stream has sealed. For one thread. Never blocks, never throws. The
 * JDK's cipher allocates about 1 kB per datagram, and an exception for each one that is not authentic.
 *
 * <p>It only checks that a datagram is authentic. A {@link ReplayWindow} for its salt checks whether it came before.
 */
public final class Unsealer {
    private final @Nullable SecretKeySpec key;
    private final @Nullable Cipher cipher;
    private final byte[] sealed = new byte[Sealer.MAX_PLAIN + Sealer.OVERHEAD];
    private final byte[] beside = new byte[1 + Long.BYTES];
    private final ByteBuffer besideFields = ByteBuffer.wrap(beside);
    private final byte[] plain = new byte[Sealer.MAX_PLAIN];
    private final ByteBuffer output = ByteBuffer.wrap(plain);

    /** Creates an unsealer with the sender's key, or with null to pass datagrams through. */
    public Unsealer(byte @Nullable [] shared, String stream) {
        key = shared == null ? null : SharedKey.of(shared, stream);
        cipher = shared == null ? null : Sealer.newCipher();
    }

    public boolean hasKey() {
        return key != null;
    }

    /** Returns whether a datagram has the length of a sealed one, so that it has a salt and a counter. */
    public static boolean isComplete(ByteBuffer datagram) {
        int length = datagram.remaining();
        return length >= Sealer.OVERHEAD && length <= Sealer.MAX_PLAIN + Sealer.OVERHEAD;
    }

    /** Returns the salt of a complete datagram. It is authentic only if the datagram is. */
    public static int saltOf(ByteBuffer datagram) {
        return datagram.getInt(datagram.position());
    }

    /** Returns the counter of a complete datagram. It is authentic only if the datagram is. */
    public static long counterOf(ByteBuffer datagram) {
        return datagram.getLong(datagram.position() + 4);
    }

    /**
     * Opens a datagram: its bytes between position and limit, which stay unchanged.
     *
     * @param kind what it says to be
     * @param peer the number for which it was sealed
     * @return what was sealed, valid until the next call; without a key, the datagram itself; null if the datagram is
     *     not authentic, or was sealed as another kind or for another peer
     */
    public @Nullable ByteBuffer open(byte kind, long peer, ByteBuffer datagram) {
        if (key == null || cipher == null) {
            return datagram;
        }
        if (!isComplete(datagram)) {
            return null;
        }
        int length = datagram.remaining();
        datagram.get(datagram.position(), sealed, 0, length);
        try {
            cipher.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(Sealer.TAG_BITS, sealed, 0, Sealer.NONCE));
            besideFields.put(0, kind).putLong(1, peer);
            cipher.updateAAD(beside);
            int written = cipher.doFinal(sealed, Sealer.NONCE, length - Sealer.NONCE, plain, 0);
            return output.limit(written).position(0);
        } catch (GeneralSecurityException e) {
            return null;
        }
    }
}
