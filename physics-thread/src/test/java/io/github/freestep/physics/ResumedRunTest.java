package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Inside;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Logs;
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
            hash = Inside.of(stepper.events()).hash();
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
            assertEquals(hash, Inside.of(stepper.events()).hash());
            assertEquals(0, stepper.metrics().droppedNanos());
        }
    }

    @Test
    @Logs("COMMAND_FAILED: a command failed: java.lang.AssertionError: a test's")
    void aFailureBeforeItsFirstTickNamesTheTickOfTheSave() {
        InlineStepper stepper =
                PhysicsService.builder(world).startAt(1_000, c -> {}).inline();
        assertThrows(
                AssertionError.class,
                () -> stepper.submit(c -> {
                    throw new AssertionError("a test's");
                }));
        assertEquals(1_000, ((PhysicsException) stepper.failure()).tick());
    }

    private static void step(InlineStepper stepper, int ticks) {
        for (int i = 0; i < ticks; i++) {
            assertEquals(1, stepper.advanceTick());
        }
    }
}
