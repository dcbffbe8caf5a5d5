package io.github.freestep.time;

import io.github.freestep.internal.Exact;

/**
 * A positive rational number in lowest terms: a rate in ticks per second, or a time scale. Immutable.
 *
 * <pre>{@code
 * PhysicsService physics = PhysicsService.builder(world).rate(Ratio.of(60_000, 1_001)).start(); // as NTSC
 * hud.text(physics.settings().rate().toDouble() + " ticks a second");
 * }</pre>
 *
 * <p>Rates are rational because most periods are not a whole number of nanoseconds. At 60 Hz, a rounded period of
 * 16,666,667 ns is off by a tick after ten days. A rate of 24000/1001 Hz has no exact decimal at all.
 *
 * @param numerator from 1 to {@value #LIMIT}
 * @param denominator from 1 to {@value #LIMIT}
 */
public record Ratio(long numerator, long denominator) {
    /**
     * The largest numerator and denominator. So a tick takes from one nanosecond to 31 years, and the product of two
     * such numbers fits into a long.
     */
    public static final long LIMIT = 1_000_000_000;

    /** One to one: real time. */
    public static final Ratio ONE = new Ratio(1, 1);

    /**
     * Reduces a fraction to lowest terms.
     *
     * @param numerator from 1
     * @param denominator from 1
     * @throws IllegalArgumentException if a part is below 1, or in lowest terms above {@value #LIMIT}
     */
    public Ratio {
        if (numerator < 1 || denominator < 1) {
            throw new IllegalArgumentException("a rate or scale must be positive, was " + numerator + "/" + denominator
                    + "; to stop time, pause it");
        }
        long divisor = Exact.gcd(numerator, denominator);
        numerator /= divisor;
        denominator /= divisor;
        if (numerator > LIMIT || denominator > LIMIT) {
            throw new IllegalArgumentException("a rate or scale in lowest terms must have parts of at most " + LIMIT
                    + ", was " + numerator + "/" + denominator + "; round it to a simpler one");
        }
    }

    /**
     * Returns a whole number.
     *
     * @param value from 1 to {@value #LIMIT}
     * @return value / 1
     * @throws IllegalArgumentException if the value is out of that range
     */
    public static Ratio of(long value) {
        return new Ratio(value, 1);
    }

    /**
     * Returns a fraction, such as {@code Ratio.of(60_000, 1_001)} for the frame rate of NTSC.
     *
     * @param numerator from 1
     * @param denominator from 1
     * @return numerator / denominator in lowest terms
     * @throws IllegalArgumentException if a part is below 1, or in lowest terms above {@value #LIMIT}
     */
    public static Ratio of(long numerator, long denominator) {
        return new Ratio(numerator, denominator);
    }

    /**
     * Returns the ratio for a decimal, which may for example be the position of a slider for slow motion.
     *
     * @param value from 1/1000 to 1000
     * @return the value, rounded to a millionth
     * @throws IllegalArgumentException if the value is out of that range, or NaN
     */
    public static Ratio nearest(double value) {
        if (!(value >= 1 / 1_000.0 && value <= 1_000)) {
            throw new IllegalArgumentException(
                    "the ratio must be between 1/1000 and 1000, was " + value + "; to stop time, pause it");
        }
        return new Ratio(Math.round(value * 1_000_000), 1_000_000);
    }

    /**
     * Returns the value as a decimal, for example for a HUD.
     *
     * @return the numerator divided by the denominator, rounded to a double
     */
    public double toDouble() {
        return (double) numerator / denominator;
    }

    @Override
    public String toString() {
        return denominator == 1 ? Long.toString(numerator) : numerator + "/" + denominator;
    }
}
