package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.physx.PhysxSimulation;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import org.junit.jupiter.api.Test;

class LiftTest {
    private static final int PLATFORM = 10;

    @Test
    void aCommandGivesThePlatformItsTarget() {
        PhysxSimulation world = PhysxSimulation.of(StateLayout.of(20), new Lift());
        try (InlineStepper stepper = PhysicsService.builder(world).inline();
                StateReader reader = stepper.states().reader()) {
            stepper.submit(c -> c.world(Lift.class).goTo(1)).join();
            float before = 0;
            for (int tick = 1; tick <= 60; tick++) {
                stepper.advanceTick();
                assertTrue(reader.acquire());
                State state = reader.state(0);
                assertEquals(Math.min(1, 0.02f * tick), state.y()[PLATFORM], 1e-4f);
                assertTrue(state.y()[PLATFORM] >= before);
                before = state.y()[PLATFORM];
            }
        }
    }
}
