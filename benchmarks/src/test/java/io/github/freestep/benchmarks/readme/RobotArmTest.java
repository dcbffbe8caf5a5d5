package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.Physics.Status;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.testing.Await;
import org.junit.jupiter.api.Test;

/** It runs where the system grants it. Elsewhere, the exception says what to do. */
class RobotArmTest {
    @Test
    void runsOrSaysWhatIsMissing() {
        try (PhysicsService physics = RobotArm.start(new Sparks())) {
            Await.until(() -> physics.metrics().tick() > 5);
            assertEquals(Status.RUNNING, physics.status());
        } catch (IllegalStateException refused) {
            String message = refused.getMessage();
            assertTrue(message.matches("(realTime|cpu)\\b.* must .*"), message);
        }
    }
}
