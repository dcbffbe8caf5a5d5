package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.testing.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class GroupHealthTest {
    private final PhysicsGroup group = PhysicsGroup.open(2);

    private PhysicsService start(String name, Falling world) {
        return PhysicsService.builder(world)
                .group(group)
                .name(name)
                .watchdog(Duration.ofMillis(20))
                .onProblem(problem -> {})
                .start();
    }

    @Test
    void itHasTheSentenceOfARoomThatHangsUntilThatContinues() {
        assertEquals("healthy: 0 services on 2 threads", group.health());
        CountDownLatch returns = new CountDownLatch(1);
        Falling hanging = new Falling();
        hanging.during = tick -> Await.until(() -> returns.getCount() == 0);
        PhysicsService room = start("room-7", hanging);
        start("room-8", new Falling());
        String begin = "1 of 2 services on 2 threads have a problem, such as room-7: the physics service hangs: ";
        // On a busy machine, the other room may hang for a moment as well.
        Await.until(
                () -> {
                    String health = group.health();
                    return health.startsWith(begin) && health.endsWith(room.health());
                },
                group::health);
        returns.countDown();
        Await.until(() -> group.health().equals("healthy: 2 services on 2 threads"), group::health);
        room.close();
        assertEquals("healthy: 1 service on 2 threads", group.health());
        group.close();
        assertEquals("the group was closed", group.health());
    }

    /** Their worlds are forgotten, so the sentence is all that is left of them for a status page. */
    @Test
    void itCountsTheRoomsThatHaveFailed() {
        String healthy = "healthy: 0 services on 2 threads";
        for (int failures = 1; failures <= 2; failures++) {
            Falling failing = new Falling();
            failing.during = tick -> ServiceUnderTest.sneak(new IOException("no map"));
            PhysicsService room = start("room-" + failures, failing);
            String all =
                    healthy + "; failed since the group was opened: " + failures + ", most recently room-" + failures;
            Await.until(() -> group.health().startsWith(healthy), group::health);
            assertEquals(all, group.health());
            room.close();
            start("closed", new Falling()).close();
            assertEquals(all, group.health());
        }
        group.close();
    }
}
