package io.github.freestep.physics.lockstep.link;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;

/**
 * Makes the number by which the sequencer recognises that a new connection is of the same player as a silent one. Only
 * the sequencer learns it. Stateless.
 */
public final class PlayerIdentity {
    /** The identity of all players in this process who have no secret of their own. */
    public static final long OF_PROCESS = new SecureRandom().nextLong();

    private static final int LEAST_BYTES = 16;

    private PlayerIdentity() {}

    /** Derives an identity from a secret, so that the sequencer does not learn the secret. */
    public static long of(byte[] secret) {
        if (secret.length < LEAST_BYTES) {
            throw new IllegalArgumentException(
                    "secret must have at least " + LEAST_BYTES + " bytes, had " + secret.length);
        }
        return hash(secret);
    }

    /** Returns what a match's settings name a player by: all players may know it, and none can derive an identity. */
    public static long key(long identity) {
        return hash(ByteBuffer.allocate(Long.BYTES).putLong(identity).array());
    }

    private static long hash(byte[] bytes) {
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(bytes))
                    .getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK must have SHA-256", e);
        }
    }
}
