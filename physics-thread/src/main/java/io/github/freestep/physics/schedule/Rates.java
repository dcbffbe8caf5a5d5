package io.github.freestep.physics.schedule;

import io.github.freestep.time.Ratio;
import java.util.Objects;

/** The range of rates. */
public final class Rates {
    private static final long MOST_PER_SECOND = 1_000_000;
    private static final long LONGEST_SECONDS = 1_000;

    private Rates() {}

    /** Checks and returns a rate. */
    public static Ratio require(Ratio rate, String name) {
        Objects.requireNonNull(rate, name + " must not be null; pass a rate per second, such as Ratio.of(60)");
        if (rate.numerator() > MOST_PER_SECOND * rate.denominator()
                || rate.denominator() > LONGEST_SECONDS * rate.numerator()) {
            throw outOfRange(name, rate);
        }
        return rate;
    }

    /** Checks a whole number before it becomes a ratio, because a ratio has another range. */
    public static Ratio require(int rate, String name) {
        if (rate < 1 || rate > MOST_PER_SECOND) {
            throw outOfRange(name, rate);
        }
        return Ratio.of(rate);
    }

    private static IllegalArgumentException outOfRange(String name, Object rate) {
        return new IllegalArgumentException(name + " must be between 1/" + LONGEST_SECONDS + " and " + MOST_PER_SECOND
                + " per second, was " + rate);
    }
}
