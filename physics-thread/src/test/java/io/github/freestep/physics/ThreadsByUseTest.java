package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Await;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.testing.Together;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A service has what carries out requests, and a thread for callbacks, only once a request needs them. */
@Timeout(240)
class ThreadsByUseTest extends ServiceUnderTest {
    private static final String THREAD = "freestep-commands";

    @Test
    void aServiceWithoutRequestsHasNoPartsAndNoThreadForThem() {
        physics = builder.start();
        EventReader reader = physics.events().with().open();
        physics.input().action(1, 1, physics.clock().nanoTime());
        awaitTick(3);
        assertFalse(hasCallbackThread());
        reader.close();
        physics.close();
        assertNull(physics.physics.requests.lanes());
    }

    /** Threads make first requests while others start and close the service. All futures complete. */
    @Test
    void noFirstRequestIsLostWhileTheServiceStartsAndCloses() throws Exception {
        Random random = Seeds.random(18);
        for (int round = 0; round < Thorough.of(40, 400); round++) {
            PhysicsService service = PhysicsService.builder(new Falling()).build();
            List<CompletableFuture<?>> futures = Collections.synchronizedList(new ArrayList<>());
            List<Runnable> parts = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                boolean pauses = random.nextBoolean();
                int delay = random.nextInt(3_000);
                parts.add(() -> {
                    spin(delay);
                    futures.add(pauses ? service.pause() : service.call(c -> 1));
                });
            }
            if (random.nextInt(4) > 0) {
                parts.add(() -> startUnlessClosed(service));
            }
            int closeDelay = random.nextInt(20_000);
            parts.add(() -> {
                spin(closeDelay);
                service.close();
            });
            Together.run(parts);
            assertEquals(2, futures.size());
            for (CompletableFuture<?> each : futures) {
                assertTrue(each.isDone(), "round " + round);
            }
            int ended = round;
            Await.until(() -> !hasCallbackThread(), () -> "round " + ended); // it may just be ending
        }
    }

    private static void startUnlessClosed(PhysicsService service) {
        try {
            service.start();
        } catch (IllegalStateException closed) {
            assertTrue(closed.getMessage().contains("build another service"), closed.getMessage());
        }
    }

    private static void spin(int times) {
        for (int i = 0; i < times; i++) {
            Thread.onSpinWait();
        }
    }

    private static boolean hasCallbackThread() {
        return !OwnThreads.named(THREAD).isEmpty();
    }
}
