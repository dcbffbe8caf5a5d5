package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.testing.Allocations;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The thread of a group allocates nothing in any state of its services, by the JVM's own counter. */
@Timeout(240)
class WorkerAllocationTest {
    private static final long TICK_NANOS = 10_000_000;

    /** Ticks from light to heavy steps and back: too few to tell a person of an overload, which allocates. */
    private static final int PHASE = 10;

    private static final int ROUNDS = 150;

    private final VirtualClock clock = new VirtualClock(0);
    private final PhysicsGroup group = PhysicsGroup.builder().clock(clock).open();

    /** Starts a service whose steps are at times longer than its ticks. */
    private PhysicsService room(OverloadPolicy policy) {
        Falling world = new Falling();
        world.during = tick -> clock.advance(tick.number() / PHASE % 16 != 0 ? TICK_NANOS / 20 : 2 * TICK_NANOS);
        PhysicsService room = PhysicsService.builder(world)
                .group(group)
                .name(policy.toString())
                .overloadPolicy(policy)
                .watchdog(Duration.ofHours(1))
                .onProblem(problem -> {})
                .start();
        room.events().with(Kind.values()).capacity(64).open();
        return room;
    }

    private static void useAllStates(PhysicsService room) {
        for (int i = 0; i < ROUNDS; i++) {
            room.pauseAndStep(3);
            room.submit(world -> {});
            room.pause();
            room.input().action(1, 1);
            room.pauseAndStep(2).join();
            room.timeScale(Ratio.of(1 + i % 3, 1 + i % 2));
            room.resume().join();
            room.call(world -> 1).join();
        }
    }

    @Test
    void noStateAllocates() {
        PhysicsService[] rooms = {
            room(OverloadPolicy.slip()), room(OverloadPolicy.slipAfter(3)), room(OverloadPolicy.slipAfter(30))
        };
        long worker = rooms[0].call(world -> Thread.currentThread().getId()).join();
        long least = Allocations.least(() -> {
            long before = Allocations.by(worker);
            for (PhysicsService room : rooms) {
                useAllStates(room);
            }
            return Allocations.by(worker) - before;
        });
        for (PhysicsService room : rooms) {
            assertTrue(room.metrics().slips() > 0, room.metrics()::toString);
        }
        assertEquals(0, least);
        group.close();
    }
}
