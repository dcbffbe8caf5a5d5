package io.github.freestep.physics.schedule;

import io.github.freestep.time.Ratio;

/** The range of rates, and the rate that fits a display. */
public final class Rates {
    private static final long MOST_PER_SECOND = 1_000_000;
    private static final long LONGEST_SECONDS = 1_000;

    private Rates() {}

    /** Checks and returns a rate. Allocates nothing if it is in range, because a stepper checks one in each frame. */
    public static Ratio require(Ratio rate, String name) {
        // Not requireNonNull: it would allocate a lambda for the message in every frame.
        if (rate == null) {
            throw new NullPointerException(name + " must not be null; pass a rate per second, such as Ratio.of(60)");
        }
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

    /** Does what {@code InlineStepper.rateFor} describes. */
    public static Ratio nearest(Ratio wanted, Ratio refreshRate) {
        double rate = require(wanted, "wanted").toDouble();
        double display = require(refreshRate, "refreshRate").toDouble();
        if (rate >= display) {
            return Ratio.of(refreshRate.numerator() * Math.round(rate / display), refreshRate.denominator());
        }
        long part = (long) (display / rate);
        // Compares the differences in ticks per second. Rounding display / rate would be wrong: 144 / 100 is nearer to
        // 1 than to 2, but 144 / 2 = 72 is nearer to 100 than 144 is.
        boolean higher = display / part - rate <= rate - display / (part + 1);
        return Ratio.of(refreshRate.numerator(), refreshRate.denominator() * (higher ? part : part + 1));
    }
}
