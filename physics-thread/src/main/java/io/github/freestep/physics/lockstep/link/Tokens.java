package io.github.freestep.physics.lockstep.link;

import java.security.SecureRandom;

/** Chooses tokens of connections that no one can guess, so that no other sender's packets are taken for ours. */
public final class Tokens {
    private static final SecureRandom RANDOM = new SecureRandom();

    private Tokens() {}

    /** Returns a token that is not 0. */
    public static long next() {
        long token;
        do {
            token = RANDOM.nextLong();
        } while (token == 0);
        return token;
    }
}
