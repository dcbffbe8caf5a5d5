package io.github.freestep.physics.lockstep.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LastCostsTest {
    private static final double MILLI = 1e6;

    private final LastCosts costs = new LastCosts((long) (10 * MILLI));

    private double add(int steps, double millis) {
        for (int i = 0; i < steps; i++) {
            costs.add(millis * MILLI);
        }
        return costs.mean() / MILLI;
    }

    @Test
    void followsASlowMachineWithinHalfASecond() {
        assertEquals(0, costs.mean());
        assertEquals(2, add(100, 2));
        assertTrue(add(16, 30) > 15);
        assertEquals(30, add(16, 30), 1e-9);
        assertEquals(2, add(32, 2), 1e-9);
    }

    @Test
    void aSingleStallIsNoSlowMachine() {
        add(32, 2);
        assertEquals((31 * 2 + 2 * 2 + 10) / 32.0, add(1, 1_500), 1e-9);
        assertEquals(2, add(32, 2), 1e-9);
    }

    @Test
    void heavyTicksInBetweenCountInFull() {
        for (int i = 0; i < 10; i++) {
            add(3, 1);
            add(1, 41);
        }
        assertEquals(11, costs.mean() / MILLI, 1e-9);
    }

    @Test
    void theMeanIsThatOfTheCostsSoFar() {
        assertEquals(0, costs.mean());
        add(1, 60);
        assertEquals(10, costs.mean() / MILLI, 1e-9, "a single one may be a stall");
        add(1, 60);
        assertEquals(60, costs.mean() / MILLI, 1e-9);
        add(40, 2);
        assertEquals(2, costs.mean() / MILLI, 1e-9);
    }
}
