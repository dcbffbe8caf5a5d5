package io.github.freestep.time;

import java.util.stream.LongStream;

/**
 * The seeds of random tests: always the same, so that builds are reproducible, or {@code -Dfreestep.seed} to
 * repeat one.
 */
public final class Seeds {
    private Seeds() {}

    public static LongStream of(int count) {
        Long wanted = Long.getLong("freestep.seed");
        return wanted == null ? LongStream.rangeClosed(1, count) : LongStream.of(wanted);
    }
}
