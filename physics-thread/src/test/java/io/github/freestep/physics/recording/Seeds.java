package io.github.freestep.physics.recording;

import java.util.stream.LongStream;

/** Where random tests begin: always alike, so that a build can be trusted, or at {@code -Dfreestep.seed} to repeat one. */
final class Seeds {
    private Seeds() {}

    static LongStream of(int count) {
        Long wanted = Long.getLong("freestep.seed");
        return wanted == null ? LongStream.rangeClosed(1, count) : LongStream.of(wanted);
    }
}
