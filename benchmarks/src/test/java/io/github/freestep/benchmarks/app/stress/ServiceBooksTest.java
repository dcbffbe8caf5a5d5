package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.testing.Seeds;
import org.junit.jupiter.api.Test;

class ServiceBooksTest {
    private final Scene scene = Scenes.of("swarm", 1, Seeds.of(1), StepCost.NONE);

    /** There is more input than the heap can hold, so some waits in the ring. */
    @Test
    void countsTheInputThatNoTickHasTaken() {
        PhysicsService service =
                PhysicsService.builder(scene).inputCapacity(16).rate(1).start();
        service.pause().join();
        int accepted = 0;
        for (int i = 0; i < 1_000; i++) {
            accepted += service.input().action(1, 1, service.clock().nanoTime()) ? 1 : 0;
        }
        service.close();
        assertTrue(accepted >= 16, "accepted " + accepted);
        ServiceBooks books = new ServiceBooks(service);
        assertEquals(
                accepted,
                scene.inputs() + books.takeWaitingInputs(service.clock().nanoTime()));
        assertNotNull(books.timeline());
    }
}
