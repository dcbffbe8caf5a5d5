package io.github.freestep.wire;

import java.security.SecureRandom;
import java.util.function.LongSupplier;

/** Random numbers that nobody can guess. Stateless. */
final class Randoms {
    private Randoms() {}

    static LongSupplier secure() {
        return new SecureRandom()::nextLong;
    }
}
