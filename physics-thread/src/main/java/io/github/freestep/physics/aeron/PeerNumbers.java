package io.github.freestep.physics.aeron;

import io.github.freestep.internal.aeron.PeerStreams;
import java.security.SecureRandom;

/** Numbers that peers choose for themselves. No two peers draw the same one, and none can guess another's. */
final class PeerNumbers {
    private PeerNumbers() {}

    static long draw() {
        SecureRandom random = new SecureRandom();
        long number;
        do {
            number = random.nextLong();
        } while (number == PeerStreams.NO_PEER);
        return number;
    }
}
