package io.github.freestep.physics.prediction;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.time.Ratio;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ShownOptionsTest {
    private final ShownOptions options = new ShownOptions(Duration.ofMillis(60));

    private static void assertRefused(String message, Executable setting) {
        refusedWith(message, IllegalArgumentException.class, setting);
    }

    @Test
    void thePredictionIsAheadByHalfASecondButByAtMost120Ticks() {
        assertEquals(1, options.ticks(Ratio.of(1)));
        assertEquals(30, options.ticks(Ratio.of(60)));
        assertEquals(120, options.ticks(Ratio.of(1_000)));
        options.ticks(7, "match");
        assertEquals(7, options.ticks(Ratio.of(60)));
    }

    @Test
    void whatIsOutOfRangeIsRefused() {
        for (int ticks : new int[] {0, 121}) {
            assertRefused(
                    "ticks must be between 1 and 120, was " + ticks
                            + "; without a prediction, show the states of the server",
                    () -> options.ticks(ticks, "server"));
        }
        for (Duration halfLife :
                new Duration[] {Duration.ZERO, Duration.ofSeconds(10).plusNanos(1)}) {
            assertRefused(
                    "halfLife must be between PT0.000000001S and PT10S, was " + halfLife
                            + "; to show corrections at once, use snapBeyond(0)",
                    () -> options.halfLife(halfLife));
        }
        for (double distance : new double[] {-1, Double.NaN}) {
            assertRefused("snapBeyond must be at least 0, was " + distance, () -> options.snapBeyond(distance));
        }
    }
}
