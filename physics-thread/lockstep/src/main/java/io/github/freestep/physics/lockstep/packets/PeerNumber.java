package io.github.freestep.physics.lockstep.packets;

import java.security.SecureRandom;

/**
 * The number that precedes each packet. A peer draws its own, so that it stays the same peer when it comes back with
 * another link. No two peers draw the same one, and none can guess another's.
 */
public final class PeerNumber {
    /** No peer: that of a datagram which cannot be decrypted, for example. */
    public static final long NONE = 0;

    /** The bytes that precede a packet. */
    public static final int BYTES = Long.BYTES;

    private PeerNumber() {}

    /** Draws the number of a new peer. */
    public static long draw() {
        SecureRandom random = new SecureRandom();
        long number;
        do {
            number = random.nextLong();
        } while (number == NONE);
        return number;
    }
}
