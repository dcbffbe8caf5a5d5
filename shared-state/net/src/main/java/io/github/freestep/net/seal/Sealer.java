package io.github.freestep.net.seal;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.time.Instant;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts and authenticates the datagrams of one stream by AES-GCM; without a key, passes them through. For one
 * thread. Never blocks. Writes into a buffer of its own, but the JDK's cipher allocates about 1 kB per datagram,
 * because it must be initialised again for every nonce.
 *
 * <p>A sealed datagram is: salt (4 bytes), counter (8), encrypted text, tag (16). Its kind is authenticated, too,
 * although it travels beside it, and so is the number of its peer. So nobody on the way can have a piece taken for a
 * message, for example. Salt and counter are the nonce. AES-GCM is broken if a nonce is ever used twice under one key,
 * and the shared key is used for many runs. So the counter does not start at 0 but at the wall clock in nanoseconds,
 * and the salt is random. Two runs share a nonce only if they draw the same salt and also overlap in time, or if the
 * clock was set back into an earlier run.
 */
public final class Sealer {
    /** The greatest length of a datagram, in bytes. With what a key and its header add, at most 1,200 bytes. */
    public static final int MAX_PLAIN = 1_165;

    /** The bytes that sealing adds. */
    public static final int OVERHEAD = 28;

    static final int NONCE = 12;
    static final int TAG_BITS = 128;

    private final @Nullable SecretKeySpec key;
    private final @Nullable Cipher cipher;
    private final byte[] plain = new byte[MAX_PLAIN];
    private final byte[] beside = new byte[1 + Long.BYTES];
    private final ByteBuffer besideFields = ByteBuffer.wrap(beside);
    private final byte[] nonce = new byte[NONCE];
    private final ByteBuffer nonceFields = ByteBuffer.wrap(nonce);
    private final byte[] sealed = new byte[MAX_PLAIN + OVERHEAD];
    private final ByteBuffer output = ByteBuffer.wrap(sealed);
    private final int salt;
    private long counter;

    /**
     * Creates a sealer.
     *
     * @param shared a key of 16 or 32 bytes, or null to pass datagrams through
     * @param stream the name of the stream, which has a key of its own
     * @param salt a random number, drawn at the start of the run
     * @param firstCounter normally {@link #counterOfNow()}
     */
    public Sealer(byte @Nullable [] shared, String stream, int salt, long firstCounter) {
        key = shared == null ? null : SharedKey.of(shared, stream);
        this.salt = salt;
        cipher = shared == null ? null : newCipher();
        counter = firstCounter;
    }

    /** Returns the wall clock in nanoseconds since 1970: higher than every counter of earlier runs. */
    public static long counterOfNow() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000 + now.getNano();
    }

    static Cipher newCipher() {
        try {
            return Cipher.getInstance("AES/GCM/NoPadding");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK must have AES/GCM/NoPadding", e);
        }
    }

    /**
     * Seals a datagram: its bytes between position and limit, which stay unchanged.
     *
     * @param kind what the datagram is; it is opened as nothing else
     * @param peer the number of the only peer that can open it; 0 for all that have the key
     * @return the bytes to send, valid until the next call; without a key, the datagram itself
     * @throws IllegalArgumentException if the datagram is longer than {@link #MAX_PLAIN}
     */
    public ByteBuffer seal(byte kind, long peer, ByteBuffer datagram) {
        if (key == null || cipher == null) {
            return datagram;
        }
        int length = datagram.remaining();
        if (length > MAX_PLAIN) {
            throw new IllegalArgumentException(
                    "a datagram must have at most " + MAX_PLAIN + " bytes, had " + length + "; split it");
        }
        datagram.get(datagram.position(), plain, 0, length);
        nonceFields.putInt(0, salt).putLong(4, counter++);
        System.arraycopy(nonce, 0, sealed, 0, NONCE);
        try {
            cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(TAG_BITS, nonce));
            besideFields.put(0, kind).putLong(1, peer);
            cipher.updateAAD(beside);
            int written = cipher.doFinal(plain, 0, length, sealed, NONCE);
            return output.limit(NONCE + written).position(0);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM must accept a new nonce", e);
        }
    }
}
