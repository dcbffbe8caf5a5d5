package io.github.freestep.physics.prediction.shown;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.internal.Inside;
import io.github.freestep.time.Ratio;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PredictionBuilderTest {
    private static final class Options extends PredictionBuilder<Options> {
        private Options() {
            super(Duration.ofMillis(60));
        }

        private int at(Ratio rate) {
            return Inside.of(this).mostTicks(rate);
        }
    }

    private final Options options = new Options();

    @Test
    void thePredictionIsAheadByHalfASecondButByAtMost120Ticks() {
        assertEquals(1, options.at(Ratio.of(1)));
        assertEquals(30, options.at(Ratio.of(60)));
        assertEquals(120, options.at(Ratio.of(1_000)));
        assertEquals(7, options.ticks(7).at(Ratio.of(60)));
    }

    @Test
    void whatIsOutOfRangeIsRefused() {
        for (int ticks : new int[] {0, 121}) {
            refusedWith(
                    "ticks must be between 1 and 120, was " + ticks
                            + "; without a prediction, show the states themselves",
                    IllegalArgumentException.class,
                    () -> options.ticks(ticks));
        }
        for (double distance : new double[] {-1, Double.NaN}) {
            refusedWith(
                    "snapBeyond must be at least 0, was " + distance,
                    IllegalArgumentException.class,
                    () -> options.snapBeyond(distance));
        }
    }
}
