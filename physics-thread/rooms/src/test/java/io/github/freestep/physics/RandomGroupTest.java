package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.Physics.Status;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.testing.Logs;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Starts, pauses, closes and fails services of one group at random, from several threads and from the code of the
 * services. Every future completes, every world is closed once by its own thread, and no thread is left.
 */
@Timeout(240)
class RandomGroupTest {
    private static final int WAYS = 8;
    private static final long RUN_NANOS = Thorough.of(1, 4) * 1_000_000_000L;

    private final long seed = Seeds.first(1).findFirst().getAsLong();
    private final PhysicsGroup group =
            PhysicsGroup.builder().threads(2).name("random").open();
    private final List<Room> rooms = new ArrayList<>();
    private final AtomicInteger failures = new AtomicInteger();

    /** A service and what was requested of it. */
    private static final class Room {
        private final Falling world = new Falling();
        private final List<CompletableFuture<?>> futures = new ArrayList<>();
        private PhysicsService service;
    }

    @Test
    @Logs("too stiff")
    void nothingIsLostOrLeaked() throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Random random = Seeds.random(seed + i);
            Thread thread = new Thread(() -> {
                try {
                    rounds(random);
                } catch (Throwable t) {
                    t.printStackTrace();
                    failures.incrementAndGet();
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        try {
            group.close();
        } catch (PhysicsException failed) {
            // A room has failed by itself, and no thread has read its failure.
        }
        assertEquals(0, failures.get(), () -> "seed " + seed);
        for (Room room : rooms) {
            check(room);
        }
        assertEquals(0, group.metrics().services());
        assertEquals(List.of(), OwnThreads.named("freestep-"), () -> "seed " + seed);
    }

    private void rounds(Random random) throws Exception {
        List<Room> mine = new ArrayList<>();
        long since = System.nanoTime();
        while (System.nanoTime() - since < RUN_NANOS || startedRooms() <= 100) {
            if (mine.size() < 25) {
                mine.add(start(random));
            } else {
                disturb(mine.get(random.nextInt(mine.size())), mine, random);
            }
            if (random.nextInt(8) == 0) {
                Thread.sleep(random.nextInt(3));
            }
        }
    }

    private int startedRooms() {
        synchronized (rooms) {
            return rooms.size();
        }
    }

    private Room start(Random random) {
        Room room = new Room();
        PhysicsBuilder builder = PhysicsService.builder(room.world)
                .group(group)
                .rate(1 + random.nextInt(500))
                .inputCapacity(16)
                .name("room");
        room.service = builder.build();
        synchronized (rooms) {
            rooms.add(room);
        }
        room.futures.add(room.service.call(context -> 1));
        room.service.start();
        return room;
    }

    private void disturb(Room room, List<Room> mine, Random random) {
        PhysicsService service = room.service;
        List<CompletableFuture<?>> futures = room.futures;
        switch (random.nextInt(WAYS)) {
            case 0 -> futures.add(service.pause());
            case 1 -> futures.add(service.resume());
            case 2 -> futures.add(service.pauseAndStep(1 + random.nextInt(3)));
            case 3 -> service.input().action(1, 1, System.nanoTime());
            case 4 -> futures.add(service.call(context -> context.tick()));
            case 5 -> {
                end(room, mine.get(random.nextInt(mine.size())).service, random);
                mine.remove(room);
            }
            case 6 -> futures.add(service.submit(context -> mine.size()));
            default -> futures.add(service.timeScale(io.github.freestep.time.Ratio.of(1 + random.nextInt(4))));
        }
    }

    private void end(Room room, PhysicsService other, Random random) {
        PhysicsService service = room.service;
        switch (random.nextInt(6)) {
            case 0 -> service.close();
            case 1 -> room.futures.add(service.submit(context -> service.close()));
            case 2 -> room.futures.add(service.call(context -> 1).thenAccept(one -> service.close()));
            case 3 -> {
                room.futures.add(other.submit(context -> service.close()));
                service.close();
            }
            case 4 -> room.world.during = tick -> ServiceUnderTest.sneak(new IllegalStateException("too stiff"));
            default -> room.world.during = tick -> service.close();
        }
    }

    private void check(Room room) {
        room.service.failure();
        room.service.close();
        assertTrue(room.service.status() != Status.RUNNING, () -> "seed " + seed);
        assertEquals(room.world.ranBy, room.world.closedBy, () -> "seed " + seed);
        assertEquals(room.world.setUpBy == null ? 0 : 1, room.world.closes, () -> "seed " + seed);
        for (CompletableFuture<?> future : room.futures) {
            try {
                future.get(30, TimeUnit.SECONDS);
            } catch (java.util.concurrent.ExecutionException failed) {
                // The service had ended.
            } catch (Exception e) {
                throw new AssertionError("a future did not complete, seed " + seed, e);
            }
        }
    }
}
