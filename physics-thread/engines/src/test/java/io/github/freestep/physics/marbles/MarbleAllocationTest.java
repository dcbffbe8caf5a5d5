package io.github.freestep.physics.marbles;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Allocations;
import org.junit.jupiter.api.Test;

/** Tests that an adapter of an engine without allocations allocates nothing. */
class MarbleAllocationTest {
    @Test
    void aStepWithContactsAndSleepersAllocatesNothing() {
        MarbleSimulation world = MarbleSimulation.of(StateLayout.of(10), in -> {
            for (int i = 0; i < 10; i++) {
                in.add(new Marble(i, 0.6));
            }
        });
        try (InlineStepper stepper = PhysicsService.builder(world).inline()) {
            assertEquals(0, Allocations.of(() -> {
                Marble marble = world.body((int) (stepper.metrics().tick() % 10));
                marble.vy = 0.1;
                marble.resting = false;
                stepper.advanceTick();
            }));
        }
    }
}
