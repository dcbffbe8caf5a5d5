package io.github.freestep.physics.prediction.shown;

import io.github.freestep.time.Ratio;
import java.time.Duration;

/** How far a prediction runs ahead, and how its corrections are shown. For one thread. */
public final class ShownOptions {
    static final int MOST_TICKS = 120;

    final long halfLifeNanos;

    /** 0 for the default, which depends on the rate. */
    int ticks;

    double snapDistance = 3;

    /** Begins with the defaults, and the simulation time after which half of an error is left. */
    ShownOptions(Duration halfLife) {
        halfLifeNanos = halfLife.toNanos();
    }

    /** Returns how far a prediction with this rate may run ahead. */
    public int mostTicks(Ratio rate) {
        long usual = rate.numerator() / (2 * rate.denominator());
        return ticks > 0 ? ticks : (int) Math.max(1, Math.min(MOST_TICKS, usual));
    }
}
