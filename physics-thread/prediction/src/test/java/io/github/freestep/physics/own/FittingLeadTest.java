package io.github.freestep.physics.own;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FittingLeadTest {
    private final FittingLead fitting = new FittingLead();

    private void add(int count, long nanos) {
        for (int i = 0; i < count; i++) {
            fitting.add(nanos);
        }
    }

    @Test
    void anOutageDoesNotCount() {
        add(100, 1_000);
        add(1, -500);
        add(30, 1_000);
        assertEquals(1_000, fitting.nanos());
    }

    @Test
    void itFallsWithTheSecondStateAndRisesWithinAWindow() {
        add(100, 1_000);
        add(2, 300);
        assertEquals(300, fitting.nanos());
        add(62, 1_000);
        assertEquals(300, fitting.nanos());
        add(1, 1_000);
        assertEquals(1_000, fitting.nanos());
    }
}
