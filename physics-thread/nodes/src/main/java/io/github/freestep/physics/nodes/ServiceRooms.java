package io.github.freestep.physics.nodes;

import io.github.freestep.net.SharedPort;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.rooms.HandedOver;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.physics.saves.Saves;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Runs rooms as services of a group, and sends their states as rooms of one port, by their numbers in the store.
 *
 * @param rate of the steps of new rooms and of those that continue from a copy
 * @param closer runs what waits for threads to end
 */
record ServiceRooms(
        PhysicsGroup group,
        RoomWorlds worlds,
        int rate,
        RoomStore store,
        SharedPort port,
        Executor closer,
        RoomEvents events)
        implements RoomKeeper.Starter {
    @Override
    public RoomKeeper.Room start(int room, long owner, Save from, Lease lease) throws IOException {
        OwnedWorld world = new OwnedWorld(worlds.create(room, owner), lease);
        PhysicsBuilder builder =
                PhysicsService.builder(world).group(group).name("room-" + room).inputCapacity(256);
        // A lease that has ended fails the run, which is planned. The keeper reports each other failure.
        builder.onProblem(problem -> {});
        try {
            switch (from.kind()) {
                case NEW -> builder.rate(rate);
                case RUNNING -> Saves.startAt(builder.rate(rate), from.bytes());
                default -> builder.from(HandedOver.of(from.bytes()));
            }
        } catch (IOException | IllegalArgumentException e) {
            // Unlike a port that is taken, which may be free later.
            throw new UncheckedIOException(new IOException(e.getMessage(), e));
        }
        events.starting(room, owner, System.nanoTime());
        Running running = new Running(room, owner, world);
        try {
            running.service = builder.start();
            send(running);
            return running;
        } catch (IOException | RuntimeException | Error e) {
            // The next attempt of the same owner must not run beside this one.
            lease.end();
            try {
                running.end();
            } catch (RuntimeException | Error another) {
                e.addSuppressed(another);
            }
            throw e;
        }
    }

    private void send(Running running) throws IOException {
        running.sender = StateSender.builder(running.service.states())
                .room(port, running.room)
                .key(store.read(running.room).key())
                .input(running.service.input())
                .start();
    }

    private final class Running implements RoomKeeper.Room {
        private final int room;
        private final long owner;
        private final OwnedWorld world;
        private @Nullable PhysicsService service;
        private @Nullable StateSender sender;

        Running(int room, long owner, OwnedWorld world) {
            this.room = room;
            this.owner = owner;
            this.world = world;
        }

        @Override
        public CompletableFuture<Save> save() {
            return service.call(c -> new Save(RoomEvents.Kind.RUNNING, c.tick(), Saves.saved(c)));
        }

        @Override
        public CompletableFuture<Save> leave(RoomEvents.Kind kind) {
            return HandedOver.handOver(service).thenApply(all -> new Save(kind, all.tick(), all.toBytes()));
        }

        @Override
        public @Nullable Throwable failure() {
            return service.failure();
        }

        @Override
        public CompletableFuture<Void> close() {
            return CompletableFuture.runAsync(this::end, closer);
        }

        /** Waits until all threads have ended. */
        private void end() {
            try {
                if (sender != null) {
                    sender.close();
                }
            } finally {
                if (service != null) {
                    service.close();
                }
                events.stopped(room, owner, world.lastStepNanos);
            }
        }
    }
}
