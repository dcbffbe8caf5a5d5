package io.github.freestep.physics;

import java.lang.ref.WeakReference;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A group keeps no closed room in memory, however long its threads then have nothing to do. */
@Timeout(60)
class ForgottenRoomTest {
    private final PhysicsGroup group =
            PhysicsGroup.builder().watchdog(Duration.ofMillis(250)).open();

    @AfterEach
    void close() {
        group.close();
    }

    @Test
    void theLastRoomOfAThread() {
        awaitForgotten(closed(new Falling()));
    }

    @Test
    void aRoomThatHung() {
        try (PhysicsService other =
                PhysicsService.builder(new Falling()).group(group).start()) {
            awaitForgotten(closedAfterHang(other));
        }
    }

    private WeakReference<Falling> closed(Falling world) {
        PhysicsService service = PhysicsService.builder(world).group(group).start();
        ServiceUnderTest.await(() -> service.metrics().tick() > 2);
        service.close();
        return new WeakReference<>(world);
    }

    private WeakReference<Falling> closedAfterHang(PhysicsService other) {
        Falling world = new Falling();
        world.during = tick -> {
            if (tick.number() == 1) {
                String worker = other.metrics().worker();
                ServiceUnderTest.await(() -> !other.metrics().worker().equals(worker));
            }
        };
        return closed(world);
    }

    private static void awaitForgotten(WeakReference<?> world) {
        ServiceUnderTest.await(() -> {
            System.gc();
            return world.refersTo(null);
        });
    }
}
