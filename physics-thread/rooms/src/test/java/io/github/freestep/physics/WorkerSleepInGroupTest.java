package io.github.freestep.physics;

import io.github.freestep.physics.rooms.PhysicsGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each request wakes a worker that sleeps because no tick is to come. */
@Timeout(240)
class WorkerSleepInGroupTest extends WorkerSleepTest {
    @Test
    void requestsToAPausedServiceOfAGroup() throws Exception {
        try (PhysicsGroup group = PhysicsGroup.builder().clock(clock).open();
                PhysicsService physics =
                        PhysicsService.builder(new Falling()).group(group).start()) {
            requests(physics);
        }
    }
}
