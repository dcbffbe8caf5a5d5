package io.github.freestep.physics.prediction;

import io.github.freestep.time.Ratio;
import java.time.Duration;
import java.util.Objects;

/** The options that all predictions have: how far they run ahead, and how corrections are shown. For one thread. */
public final class ShownOptions {
    private static final int MOST_TICKS = 120;
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private int ticks;
    private Duration halfLife;
    double snapDistance = 3;

    /** Begins with the defaults, and the half-life of an error. */
    public ShownOptions(Duration halfLife) {
        this.halfLife = halfLife;
    }

    /**
     * Sets how far the prediction may run ahead.
     *
     * @param shownOtherwise what to show without a prediction
     * @throws IllegalArgumentException if out of range
     */
    public void ticks(int most, String shownOtherwise) {
        if (most < 1 || most > MOST_TICKS) {
            throw new IllegalArgumentException("ticks must be between 1 and " + MOST_TICKS + ", was " + most
                    + "; without a prediction, show the states of the " + shownOtherwise);
        }
        ticks = most;
    }

    /**
     * Sets the simulation time after which half of an error is left.
     *
     * @throws IllegalArgumentException if out of range
     */
    public void halfLife(Duration time) {
        Objects.requireNonNull(time, "time must not be null");
        if (time.compareTo(Duration.ofNanos(1)) < 0 || time.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("halfLife must be between PT0.000000001S and " + LONGEST + ", was "
                    + time + "; to show corrections at once, use snapBeyond(0)");
        }
        halfLife = time;
    }

    /**
     * Sets the distance above which a body is shown at its new place at once.
     *
     * @throws IllegalArgumentException if negative or NaN
     */
    public void snapBeyond(double distance) {
        if (!(distance >= 0)) {
            throw new IllegalArgumentException("snapBeyond must be at least 0, was " + distance);
        }
        snapDistance = distance;
    }

    /** Returns how far the prediction may run ahead; the ticks of half a second if that was not set. */
    public int ticks(Ratio rate) {
        long usual = rate.numerator() / (2 * rate.denominator());
        return ticks > 0 ? ticks : (int) Math.max(1, Math.min(MOST_TICKS, usual));
    }

    long halfLifeNanos() {
        return halfLife.toNanos();
    }
}
