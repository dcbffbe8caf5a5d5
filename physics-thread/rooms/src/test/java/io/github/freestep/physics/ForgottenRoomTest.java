package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.rooms.PhysicsGroup;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A group keeps no closed room in memory, however long its threads then have nothing to do, and neither do futures that
 * the user keeps.
 */
@Timeout(240)
class ForgottenRoomTest {
    private final PhysicsGroup group = PhysicsGroup.open(1);

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

    @Test
    void aRoomWhoseFuturesAreKept() {
        List<CompletableFuture<?>> kept = new ArrayList<>();
        awaitForgotten(closedAfterCommands(new Falling(), kept));
        assertEquals(4, kept.size());
    }

    private WeakReference<Falling> closedAfterCommands(Falling world, List<CompletableFuture<?>> kept) {
        PhysicsService service = PhysicsService.builder(world).group(group).start();
        kept.add(service.submit(context -> world.steps++));
        kept.add(service.call(context -> world.steps));
        service.close();
        kept.add(service.pause());
        kept.add(service.submit(context -> world.steps++));
        return new WeakReference<>(world);
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
