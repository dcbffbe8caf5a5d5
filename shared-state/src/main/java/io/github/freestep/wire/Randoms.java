package io.github.freestep.wire;

import java.security.SecureRandom;
import java.util.function.LongSupplier;

/** Cryptographically strong random numbers. Stateless. */
final class Randoms {
    private Randoms() {}

    static LongSupplier secure() {
        return new SecureRandom()::nextLong;
    }
}
