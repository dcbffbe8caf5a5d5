package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.Physics.Status;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.time.NanoClock;
import java.util.List;
import java.util.stream.Stream;

/** Two services in a group of one thread, which a service under test joins. */
final class RoomNeighbours implements ServiceUnderTest.Neighbours {
    private final PhysicsGroup group;
    private final List<PhysicsService> services;
    private final List<Thread> threads;

    RoomNeighbours(PhysicsBuilder joining, NanoClock clock) {
        group = PhysicsGroup.builder().clock(clock).open();
        joining.group(group);
        services = Stream.generate(() -> PhysicsService.builder(new Falling())
                        .group(group)
                        .rate(1_000)
                        .overloadPolicy(OverloadPolicy.neverSlip())
                        .start())
                .limit(2)
                .toList();
        assertTheyGoOn();
        threads = ServiceUnderTest.threads().stream()
                .filter(thread -> !stepsThem(thread))
                .toList();
    }

    @Override
    public void assertTheyGoOn() {
        for (PhysicsService each : services) {
            long tick = each.metrics().tick();
            ServiceUnderTest.await(() -> each.metrics().tick() > tick + 2);
            assertEquals(Status.RUNNING, each.status());
        }
    }

    @Override
    public boolean have(Thread thread) {
        // These serve all services of the group, and end with it.
        return threads.contains(thread)
                || stepsThem(thread)
                || thread.getName().matches("freestep-group-(\\d+|callbacks|events|set-up)");
    }

    /** If a step hangs, the neighbours move to another thread. */
    private boolean stepsThem(Thread thread) {
        return services.stream()
                .anyMatch(each -> thread.getName().equals(each.metrics().worker()));
    }

    @Override
    public boolean areAlone() {
        return group.metrics().services() == services.size();
    }

    @Override
    public void close() {
        group.close();
    }
}
