package io.github.freestep.net.seal;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Instant;
import javax.crypto.Cipher;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts and authenticates the datagrams of one end by AES-GCM, and opens those of the other. For one thread. Never
 * blocks. Writes into buffers of its own, but the JDK's cipher allocates about 1 kB per datagram, because it must be
 * initialised again for every nonce, and an exception for each that is not authentic.
 *
 * <p>A sealed datagram is: salt (4 bytes), counter (8), encrypted text, tag (16). Its kind is authenticated, too,
 * although it travels beside it. So nobody on the way can have a piece taken for a message, for example. Salt and
 * counter are the nonce. AES-GCM is broken if a nonce is ever used twice under one key, and the keys of a player are
 * used for many runs. So one counter counts the datagrams under all keys, and does not start at 0 but at the wall clock
 * in nanoseconds, and the salt is random. Two runs share a nonce only if they draw the same salt and also overlap in
 * time, or if the clock was set back into an earlier run. A {@link ReplayWindow} for its salt says whether a datagram
 * came before.
 */
public final class Sealer {
    /** The greatest length of a datagram, in bytes. With what a key and its header add, at most 1,200 bytes. */
    public static final int MAX_PLAIN = 1_165;

    /** The bytes that sealing adds. */
    public static final int OVERHEAD = 28;

    static final int NONCE = 12;

    private final byte[] plain = new byte[MAX_PLAIN];
    private final byte[] sealed = new byte[MAX_PLAIN + OVERHEAD];
    private final ByteBuffer output = ByteBuffer.wrap(sealed);
    private final byte[] opened = new byte[MAX_PLAIN];
    private final ByteBuffer text = ByteBuffer.wrap(opened);
    private final int salt;
    private long counter;

    /**
     * Creates a sealer.
     *
     * @param salt a random number, drawn at the start of the run
     * @param firstCounter normally {@link #counterOfNow()}
     */
    public Sealer(int salt, long firstCounter) {
        this.salt = salt;
        counter = firstCounter;
    }

    /** Creates the sealer of a run. */
    public static Sealer ofRun() {
        return new Sealer(new SecureRandom().nextInt(), counterOfNow());
    }

    /** Returns the wall clock in nanoseconds since 1970: higher than every counter of earlier runs. */
    public static long counterOfNow() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000 + now.getNano();
    }

    /**
     * Seals a datagram: its bytes between position and limit, at most {@link #MAX_PLAIN}, which stay unchanged.
     *
     * @param kind what the datagram is; it is opened as nothing else
     * @return the bytes to send, valid until the next call
     */
    public ByteBuffer seal(byte kind, SealingKey key, ByteBuffer datagram) {
        int length = datagram.remaining();
        datagram.get(datagram.position(), plain, 0, length);
        output.putInt(0, salt).putLong(4, counter++);
        try {
            int written = key.cipher(Cipher.ENCRYPT_MODE, kind, sealed).doFinal(plain, 0, length, sealed, NONCE);
            return output.limit(NONCE + written).position(0);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(
                    "no two datagrams may have the salt " + salt + " and the counter " + (counter - 1)
                            + " under one key; make one sealer for each run",
                    e);
        }
    }

    /** Returns whether a datagram has the length of a sealed one, so that it has a salt and a counter. */
    public static boolean isComplete(ByteBuffer datagram) {
        int length = datagram.remaining();
        return length >= OVERHEAD && length <= MAX_PLAIN + OVERHEAD;
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
     * @param key the key that it must be sealed with
     * @return what was sealed, valid until the next call; null if the datagram is not authentic, or was sealed as
     *     another kind
     */
    public @Nullable ByteBuffer open(byte kind, SealingKey key, ByteBuffer datagram) {
        if (!isComplete(datagram)) {
            return null;
        }
        int length = datagram.remaining();
        datagram.get(datagram.position(), sealed, 0, length);
        try {
            int written =
                    key.cipher(Cipher.DECRYPT_MODE, kind, sealed).doFinal(sealed, NONCE, length - NONCE, opened, 0);
            return text.limit(written).position(0);
        } catch (GeneralSecurityException e) {
            return null;
        }
    }
}
