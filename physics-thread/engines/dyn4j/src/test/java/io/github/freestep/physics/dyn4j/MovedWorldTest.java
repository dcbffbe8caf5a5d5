package io.github.freestep.physics.dyn4j;

import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Logs;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** If a call of another service hangs, an engine's world passes to the new thread, and still refuses all others. */
@Timeout(240)
class MovedWorldTest {
    @Test
    @Logs(perhaps = "HUNG_STEP: ")
    void theWorldAcceptsTheNewThreadAndNoOther() throws Exception {
        CountDownLatch returns = new CountDownLatch(1);
        CountDownLatch hangs = new CountDownLatch(1);
        Dyn4jSimulation world = empty();
        try (PhysicsGroup group = PhysicsGroup.open(1);
                PhysicsService moved =
                        PhysicsService.builder(world).group(group).start();
                PhysicsService hanging = PhysicsService.builder(empty())
                        .group(group)
                        .watchdog(Duration.ofMillis(250))
                        .start()) {
            String first = moved.call(context -> addOn(world)).get(30, TimeUnit.SECONDS);
            hanging.submit(context -> {
                hangs.countDown();
                returns.await();
            });
            assertTrue(hangs.await(30, TimeUnit.SECONDS));
            String second = moved.call(context -> addOn(world)).get(30, TimeUnit.SECONDS);
            assertNotEquals(first, second);
            refused(second, IllegalStateException.class, () -> addOn(world));
            returns.countDown();
        }
    }

    private static String addOn(Dyn4jSimulation world) {
        world.add(Dyn4jSimulationTest.square(0, 0));
        return Thread.currentThread().getName();
    }

    private static Dyn4jSimulation empty() {
        return Dyn4jSimulation.of(StateLayout.of(8), world -> {});
    }
}
