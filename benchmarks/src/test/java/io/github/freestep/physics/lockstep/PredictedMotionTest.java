package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * How evenly the pictures of a {@link PushMatch} move while guesses are corrected.
 *
 * <p>The half-life is the shortest that is almost as even as the match: with a shorter one, a correction
 * changes the speed of a body within a few frames by about as much as bodies have here. With a longer one, the picture
 * is further from the truth.
 */
class PredictedMotionTest {
    private static final int SEEDS = 20;

    private static final long TICK_NANOS = 10_000_000;
    private static final int MIDDLE = 900;

    private final DrawnMotion.Figures shown = new DrawnMotion.Figures();
    private final DrawnMotion.Figures extrapolated = new DrawnMotion.Figures();
    private final DrawnMotion.Figures corrected = new DrawnMotion.Figures();
    private final DrawnMotion.Figures eased = new DrawnMotion.Figures();
    private final DrawnMotion.Figures delayed = new DrawnMotion.Figures();

    /** How much later the interpolated picture shows the same than the extrapolated one. */
    private double laterNanos;

    private String play() {
        Seeds.first(SEEDS).forEach(seed -> {
            PushMatch match = new PushMatch(seed, options -> options.ticks(30));
            shown.add(match.shown);
            extrapolated.add(match.extrapolated);
            laterNanos += match.shown.laterNanos(MIDDLE, match.extrapolated) / SEEDS;
            corrected.add(match.corrected);
            eased.add(match.eased);
            delayed.add(match.delayed);
        });
        return "\nshown:     " + shown + "\nextrapol.: " + extrapolated + "\ncorrected: " + corrected + "\neased:     "
                + eased + "\ndelayed:   " + delayed;
    }

    // PredictedPictureTest has the rules, and this has the figures of many minutes.
    @EnabledIfSystemProperty(named = "thorough", matches = ".*")
    @Test
    void correctionsMoveAlmostAsEvenlyAsTheMatch() {
        String what = play();
        assertTrue(shown.mean() < 0.007, what);
        assertTrue(shown.mean() < delayed.mean() * 1.3, what);
        assertTrue(shown.percentile(0.99) < 0.052, what);
        assertTrue(shown.percentile(0.99) < corrected.percentile(0.99) / 20, what);
        assertTrue(shown.percentile(0.99) < eased.percentile(0.99) / 5, what);
        assertTrue(shown.backward <= shown.count() / 10_000, what);
        assertTrue(shown.distance() < 0.018, what);
        // Extrapolated corrections are shown earlier, and do not jump.
        assertTrue(extrapolated.mean() < 0.018, what);
        assertTrue(extrapolated.percentile(0.99) < 0.11, what);
        assertTrue(extrapolated.percentile(0.99) < corrected.percentile(0.99) / 15, what);
        assertTrue(extrapolated.percentile(1) < eased.percentile(1) / 3, what);
        assertTrue(extrapolated.backward <= extrapolated.count() / 10_000, what);
        assertTrue(extrapolated.distance() < 0.018, what);
        // Interpolation is behind by a tick, extrapolation by an eighth.
        assertEquals(TICK_NANOS * 7 / 8, laterNanos, TICK_NANOS / 100, what);
    }
}
