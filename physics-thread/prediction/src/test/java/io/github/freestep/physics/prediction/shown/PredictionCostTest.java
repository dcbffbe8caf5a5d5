package io.github.freestep.physics.prediction.shown;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PredictionCostTest {
    private static final long MILLI = 1_000_000;

    private final PredictionCost cost = new PredictionCost(10 * MILLI);

    private void spend(int times, long restoreNanos, int steps, long stepsNanos) {
        for (int i = 0; i < times; i++) {
            cost.restore(restoreNanos);
            cost.steps(steps, stepsNanos);
        }
    }

    private int affordable(double rate) {
        return cost.affordableTicks(rate, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    @Test
    void whatFitsIntoFourFifthsOfATickIsAffordable() {
        assertTrue(affordable(1) > 1_000);
        spend(200, 2 * MILLI, 3, 3 * MILLI);
        // 2 ms, 5 steps again, and the next step.
        assertEquals(5, affordable(1));
        assertEquals(1, affordable(2), "a tick that takes half as long");
        assertEquals(13, affordable(0.5));
        assertEquals(797, affordable(0), "a pause counts as a hundredth of the speed");
        spend(200, 2 * MILLI, 3, 6 * MILLI);
        assertEquals(2, affordable(1));
        spend(200, 30 * MILLI, 0, 0);
        assertEquals(1, affordable(1));
    }

    @Test
    void aCostBetweenTwoNumbersDoesNotAlternateThem() {
        // The next step, and 8 steps again or almost 8, of 8 ms; 8 is also the greatest number.
        int ticks = 8;
        for (int i = 0; i < 4; i++) {
            spend(200, 0, 1, 900_000);
            ticks = cost.affordableTicks(1, ticks, 8);
            assertEquals(7, ticks);
            spend(200, 0, 1, 880_000);
            ticks = cost.affordableTicks(1, ticks, 8);
            assertEquals(7, ticks);
        }
        spend(200, 0, 1, 790_000);
        assertEquals(8, cost.affordableTicks(1, ticks, 8));
        assertEquals(8, cost.affordableTicks(1, ticks, 20), "one more tick, which also fits at the higher cost");
        assertEquals(9, cost.affordableTicks(1, 9, 20), "what was affordable before, and fits");
    }

    @Test
    void twoStallsAmongTheLastCostsCountLittle() {
        for (int i = 0; i < 20 * LastCosts.COUNT; i++) {
            boolean stalls = i % 70 < 2 && i >= LastCosts.KEPT;
            spend(1, stalls ? 100 * MILLI : MILLI / 2, 1, stalls ? 100 * MILLI : 400_000);
            assertEquals(12, cost.affordableTicks(1, 12, 12));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 9, 10, 11, 20, 31})
    void aMachineThatIsSlowAtTimesIsTooSlowAndDoesNotAlternate(int every) {
        int ticks = 12;
        for (int i = 0; i < 300; i++) {
            spend(1, i % every == 0 ? 80 * MILLI : MILLI / 2, 1, 400_000);
            int before = ticks;
            ticks = cost.affordableTicks(1, ticks, 12);
            assertTrue(ticks <= before, "grows to " + ticks);
        }
        assertTrue(ticks <= Math.max(1, (8 - 80.0 / every - 0.5) / 0.4 - 1), ticks + " ticks");
    }
}
