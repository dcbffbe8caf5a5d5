package io.github.freestep.render;

import java.util.stream.LongStream;

/**
 * Supplies the seeds of random tests. They are always the same, so that builds are reproducible;
 * {@code -Dfreestep.seed} selects a single one.
 */
final class Seeds {
    private Seeds() {}

    static LongStream of(int count) {
        Long wanted = Long.getLong("freestep.seed");
        return wanted == null ? LongStream.rangeClosed(1, count) : LongStream.of(wanted);
    }
}
