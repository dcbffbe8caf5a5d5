package io.github.freestep.physics.recording;

import java.util.stream.LongStream;

/** Seeds of random tests: the same in every build, or the one of {@code -Dfreestep.seed}, to repeat a test. */
final class Seeds {
    private Seeds() {}

    static LongStream of(int count) {
        Long wanted = Long.getLong("freestep.seed");
        return wanted == null ? LongStream.rangeClosed(1, count) : LongStream.of(wanted);
    }
}
