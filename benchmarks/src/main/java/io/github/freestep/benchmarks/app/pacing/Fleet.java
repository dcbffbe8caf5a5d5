package io.github.freestep.benchmarks.app.pacing;

import io.github.freestep.benchmarks.app.Failures;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsGroup;
import io.github.freestep.physics.PhysicsService;
import java.util.ArrayList;
import java.util.List;

/** Rooms that run at the same time, in one of the ways that are compared. For one thread. */
interface Fleet extends AutoCloseable {
    /** Returns all rooms; each has begun to step. */
    List<? extends Physics> rooms();

    /**
     * Ends all rooms.
     *
     * @throws RuntimeException if a room has failed
     */
    @Override
    void close();

    /** Starts a service with its own thread for each world. */
    static Fleet ownThreads(List<RoomWorld> worlds, int rate) {
        return new Services(worlds, rate, null);
    }

    /** Starts a service for each world in a group with that number of threads. */
    static Fleet group(List<RoomWorld> worlds, int rate, int threads) {
        return new Services(worlds, rate, PhysicsGroup.open(threads));
    }

    /** Starts one thread that steps all worlds, one after the other. */
    static Fleet byHand(List<RoomWorld> worlds, int rate) {
        return new HandDrivenFleet(worlds, rate);
    }

    /** Services with threads of their own or, if there is a group, with those of the group. */
    final class Services implements Fleet {
        private final PhysicsGroup group;
        private final List<PhysicsService> services = new ArrayList<>();

        private Services(List<RoomWorld> worlds, int rate, PhysicsGroup group) {
            this.group = group;
            try {
                worlds.forEach(world -> start(world, rate));
            } catch (RuntimeException | Error e) {
                // There may be no memory for so many threads.
                close();
                throw e;
            }
        }

        private void start(RoomWorld world, int rate) {
            PhysicsBuilder builder = PhysicsService.builder(world).rate(rate);
            PhysicsService service = (group == null ? builder : builder.group(group)).build();
            // Until a tick ends, the metrics are those of the previous tick, so each tick logs the previous one.
            world.measureBy(service.metrics()::latenessNanos);
            services.add(service);
            service.start();
        }

        @Override
        public List<PhysicsService> rooms() {
            return services;
        }

        @Override
        public void close() {
            services.forEach(PhysicsService::close);
            if (group != null) {
                group.close();
            }
            services.forEach(Failures::requireNone);
        }
    }
}
