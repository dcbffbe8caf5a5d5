package io.github.freestep.testing;

import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/**
 * Supplies the seeds and generators of all random tests. By default each build uses the same seeds. {@code
 * -Dfreestep.seedOffset=n} adds n to every seed, so that a run tries other numbers; {@code -Dfreestep.seed=n} runs
 * loops over seeds with n alone. To repeat a failure, pass the offset of the failed run and the seed that it printed.
 */
public final class Seeds {
    private static final long OFFSET = Long.getLong("freestep.seedOffset", 0);
    private static final Long ONLY = Long.getLong("freestep.seed");

    private Seeds() {}

    /**
     * Returns the seeds of a loop, for {@link #random}, {@link #splittable} or {@link #of}.
     *
     * @param count how many
     * @return the seeds from 1 to {@code count}, without the offset; or the selected seed alone
     */
    public static LongStream first(int count) {
        return ONLY == null ? LongStream.rangeClosed(1, count) : LongStream.of(ONLY);
    }

    /** Returns the sum of a seed and the offset, for code that makes its own generator. */
    public static long of(long seed) {
        return seed + OFFSET;
    }

    public static Random random(long seed) {
        return new Random(of(seed));
    }

    /**
     * Returns a generator that ignores the offset, for a test that compares with a committed file, and for no other: a
     * promise holds for every seed. The caller says what ties it to its seed.
     */
    public static Random fixed(long seed) {
        return new Random(seed);
    }

    public static SplittableRandom splittable(long seed) {
        return new SplittableRandom(of(seed));
    }
}
