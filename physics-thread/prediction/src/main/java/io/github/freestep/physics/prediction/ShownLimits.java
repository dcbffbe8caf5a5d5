package io.github.freestep.physics.prediction;

import java.time.Duration;
import java.util.Objects;

/** Checks the options of corrections, for all builders of predictions. Stateless. */
public final class ShownLimits {
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private ShownLimits() {}

    /**
     * Requires a possible half-life.
     *
     * @throws IllegalArgumentException if out of range
     */
    public static Duration requireHalfLife(Duration time) {
        Objects.requireNonNull(time, "time must not be null");
        if (time.compareTo(Duration.ofNanos(1)) < 0 || time.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("halfLife must be between PT0.000000001S and " + LONGEST + ", was "
                    + time + "; to show corrections at once, use snapBeyond(0)");
        }
        return time;
    }

    /**
     * Requires a possible snap distance.
     *
     * @throws IllegalArgumentException if negative or NaN
     */
    public static double requireSnapBeyond(double distance) {
        if (!(distance >= 0)) {
            throw new IllegalArgumentException("snapBeyond must be at least 0, was " + distance);
        }
        return distance;
    }
}
