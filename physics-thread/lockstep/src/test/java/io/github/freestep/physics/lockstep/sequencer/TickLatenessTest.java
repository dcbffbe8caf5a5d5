package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TickLatenessTest {
    private static final long SPAN = 500_000_000;

    private final TickLateness lateness = new TickLateness();

    private void add(int ticks, long nanos) {
        for (int i = 0; i < ticks; i++) {
            lateness.add(nanos);
        }
    }

    @Test
    void isTheMeanOfTheLastTicks() {
        add(1, 1_600);
        assertEquals(100, lateness.nanos());
        add(1, 100);
        assertEquals(100, lateness.nanos());
        add(200, 5_000);
        assertEquals(5_000, lateness.nanos(), 1);
    }

    @Test
    void growsOverHalfASecond() {
        add(200, 1_000);
        assertEquals(0, lateness.growth(0));
        assertEquals(0, lateness.growth(SPAN - 1));
        assertEquals(1_000, lateness.growth(SPAN), 1);
        add(200, 4_000);
        assertEquals(1_000, lateness.growth(2 * SPAN - 1), 1);
        assertEquals(3_000, lateness.growth(2 * SPAN), 1);
        add(200, 500);
        assertEquals(-3_500, lateness.growth(3 * SPAN), 1);
    }

    @Test
    void anotherPeerBeginsWithoutLateness() {
        add(200, 1_000);
        lateness.growth(SPAN);
        lateness.reset();
        assertEquals(0, lateness.nanos());
        assertEquals(0, lateness.growth(SPAN + 1));
        add(200, 1_000);
        assertEquals(1_000, lateness.growth(2 * SPAN), 1);
    }
}
