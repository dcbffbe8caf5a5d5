package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.StateReader;
import io.github.freestep.time.VirtualClock;
import org.junit.jupiter.api.Test;

/** A run that resumes from the saved state of another. Ticks of 10 ms. */
class ResumedRunTest {
    private static final long TICK = 10_000_000;

    private final Falling world = new Falling();

    @Test
    void aResumedRunReachesTheSameStates() {
        Falling saved = new Falling();
        long hash;
        try (InlineStepper stepper = PhysicsService.builder(world).inline()) {
            step(stepper, 1_000);
            saved.y = world.y;
            saved.velocity = world.velocity;
            step(stepper, 500);
            hash = stepper.hash();
        }
        Falling resumed = new Falling();
        PhysicsBuilder builder = PhysicsService.builder(resumed)
                .clock(new VirtualClock(-7))
                .startAt(1_000, c -> {
                    assertTrue(c.bodies().isAlive(0), "the set-up runs before the restore");
                    resumed.y = saved.y;
                    resumed.velocity = saved.velocity;
                });
        long[] first = new long[1];
        resumed.during = tick -> first[0] = first[0] == 0 ? tick.number() : first[0];
        try (InlineStepper stepper = builder.inline();
                StateReader reader = stepper.states().reader()) {
            reader.acquire();
            assertEquals(1_000, reader.state(0).tick());
            assertEquals(1_000 * TICK, reader.state(0).simulationNanos());
            assertEquals(0, stepper.advance(TICK - 1));
            assertEquals(1, stepper.advance(1));
            step(stepper, 499);
            assertEquals(1_001, first[0]);
            assertEquals(hash, stepper.hash());
            assertEquals(0, stepper.metrics().droppedNanos());
        }
    }

    private static void step(InlineStepper stepper, int ticks) {
        for (int i = 0; i < ticks; i++) {
            assertEquals(1, stepper.advanceTick());
        }
    }

    @Test
    void aFailingRestoreIsReportedLikeAFailingSetUp() {
        PhysicsBuilder builder = PhysicsService.builder(world).startAt(3, c -> {
            throw new IllegalStateException("no such save");
        });
        PhysicsException failure = assertThrows(PhysicsException.class, builder::inline);
        assertTrue(failure.getMessage().contains("no such save"), failure.getMessage());
        assertEquals(1, world.closes);
        assertThrows(IllegalArgumentException.class, () -> builder.startAt(-1, c -> {}));
    }
}
