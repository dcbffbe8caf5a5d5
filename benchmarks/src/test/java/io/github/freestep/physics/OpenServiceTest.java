package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import org.junit.jupiter.api.Test;

class OpenServiceTest {
    private final Scene scene = Scenes.of("swarm", 1, 1, StepCost.NONE);

    /** More than the heap holds, so that some wait in the ring. */
    @Test
    void whatNoTickHasTakenIsCountedAtTheEnd() {
        OpenService open =
                new OpenService(PhysicsService.builder(scene).inputCapacity(16).rate(1));
        PhysicsService service = open.service().start();
        service.pause().join();
        int accepted = 0;
        for (int i = 0; i < 1_000; i++) {
            accepted += service.input().action(1, 1, service.clock().nanoTime()) ? 1 : 0;
        }
        service.close();
        assertTrue(accepted >= 16, "accepted " + accepted);
        assertEquals(
                accepted,
                scene.inputs() + open.takeWaitingInputs(service.clock().nanoTime()));
        assertNotNull(open.timeline());
    }
}
