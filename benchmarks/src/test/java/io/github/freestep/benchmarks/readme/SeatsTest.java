package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import org.junit.jupiter.api.Test;

class SeatsTest {
    @Test
    void aFreedSeatGoesToTheNextClient() {
        try (InlineStepper physics = PhysicsService.builder(new Sparks()).inline()) {
            Seats seats = new Seats(physics.input(), 1);
            long now = physics.clock().nanoTime();
            seats.from(7);
            assertTrue(seats.axis(1, 1, now));
            assertFalse(seats.action(Seats.ACTIONS, 1, now), "of the next seat");
            seats.from(8);
            assertFalse(seats.axis(1, 1, now));
            assertEquals(0, seats.seatOf(7));
            seats.free(7);
            seats.from(8);
            assertTrue(seats.action(0, 1, now));
            seats.from(7);
            assertFalse(seats.action(0, 1, now));
        }
    }
}
