package io.github.freestep.physics.prediction.shown;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class DecayTest {
    private static final double HALF_LIFE = 180e6;

    private final Decay decay = new Decay(HALF_LIFE);

    /** Lets an error without velocity decay, in some steps. */
    private double[] after(double halfLives, int steps) {
        double[] values = {1, 0, 0};
        decay.step(halfLives * HALF_LIFE / steps);
        for (int i = 0; i < steps; i++) {
            decay.pass(values, 0, 1);
        }
        return values;
    }

    @Test
    void halfIsLeftAfterTheHalfLifeAndATenthAfterLessThanTwo() {
        assertEquals(0.5, after(1, 1)[0], 1e-9);
        assertEquals(0.1, after(1.741, 1)[0], 1e-3);
        assertEquals(0, after(10, 1)[0], 2.2e-8);
    }

    @Test
    void itIsTheSolutionOfItsEquation() {
        double rate = decay.perNano;
        double nanos = 1e-3 / rate;
        decay.step(nanos);
        double[] values = {2, -3 * rate, 5 * rate * rate};
        double third = (-6 * 5 - 15 * -3 - 15 * 2) * rate * rate * rate;
        decay.pass(values, 0, 1);
        assertEquals(2 - 3e-3 + 5e-6 / 2, values[0], 1e-8);
        assertEquals(-3 + 5e-3, values[1] / rate, 1e-4);
        assertEquals(5 * rate * rate + third * nanos, values[2], 2e-4 * rate * rate);
    }

    @Test
    void itOvershootsByLessThanAHundredth() {
        double least = 1;
        double steepest = 0;
        decay.step(HALF_LIFE / 100);
        double[] values = {1, 0, 0};
        for (int i = 0; i < 1_000; i++) {
            decay.pass(values, 0, 1);
            least = Math.min(least, values[0]);
            steepest = Math.min(steepest, values[1] * HALF_LIFE);
        }
        assertTrue(least > -0.01, "overshot by " + least);
        // A body that is set back by 1.27 ways of a half-life stands for a moment at most.
        assertTrue(-steepest < 1 / 1.27, "slope " + steepest);
    }
}
