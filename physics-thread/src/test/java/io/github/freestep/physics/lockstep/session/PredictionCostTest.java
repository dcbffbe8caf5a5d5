package io.github.freestep.physics.lockstep.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PredictionCostTest {
    private static final long MILLI = 1_000_000;

    private final PredictionCost cost = new PredictionCost(10 * MILLI);

    private void spend(int times, long restoreNanos, int steps, long stepsNanos) {
        for (int i = 0; i < times; i++) {
            cost.restore(restoreNanos);
            cost.steps(steps, stepsNanos);
        }
    }

    @Test
    void whatFitsIntoFourFifthsOfATickIsAffordable() {
        assertTrue(cost.affordableTicks(1) > 1_000);
        spend(200, 2 * MILLI, 3, 3 * MILLI);
        // 2 ms, 5 steps again, and the next step.
        assertEquals(5, cost.affordableTicks(1));
        assertEquals(1, cost.affordableTicks(2), "a tick that takes half as long");
        spend(200, 2 * MILLI, 3, 6 * MILLI);
        assertEquals(2, cost.affordableTicks(1));
        spend(200, 30 * MILLI, 0, 0);
        assertEquals(1, cost.affordableTicks(1));
    }

    @Test
    void oneSlowCorrectionDoesNotCount() {
        spend(200, MILLI, 10, MILLI);
        int before = cost.affordableTicks(1);
        spend(1, 100 * MILLI, 10, 200 * MILLI);
        assertTrue(cost.affordableTicks(1) > before / 2, () -> before + " to " + cost.affordableTicks(1));
    }
}
