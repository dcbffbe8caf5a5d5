package io.github.freestep.physics;

import io.github.freestep.physics.Physics.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * A main class that fills the heap of its JVM to the last byte while the rooms of a group run, and keeps it full until
 * each room has stepped and dropped time. Then it prints each room that has failed.
 */
final class FullHeapOfRooms {
    private static final int ROOMS = 20;
    private static final int TICKS = 30;
    private static final long LOOK_NANOS = 1_000_000;

    private static final Filling FILLING = new Filling();

    /** While set, each step takes longer than its tick, so the rooms drop time. */
    private static volatile boolean heavy;

    private FullHeapOfRooms() {}

    public static void main(String[] arguments) {
        try (PhysicsGroup group = PhysicsGroup.builder().threads(2).open()) {
            List<PhysicsService> rooms = new ArrayList<>();
            for (int i = 0; i < ROOMS; i++) {
                Falling world = new Falling();
                world.during = FullHeapOfRooms::work;
                rooms.add(PhysicsService.builder(world)
                        .group(group)
                        .name("room-" + i)
                        .start());
            }
            rooms.forEach(room -> room.call(world -> 1).join());
            PhysicsService[] all = rooms.toArray(PhysicsService[]::new);
            long[] ticks = new long[ROOMS];
            long[] slips = new long[ROOMS];
            awaitTicks(all, ticks, slips, false);
            FILLING.fill();
            heavy = true;
            awaitTicks(all, ticks, slips, true);
            heavy = false;
            awaitTicks(all, ticks, slips, false);
            FILLING.release();
            for (PhysicsService room : rooms) {
                CompletableFuture<Integer> answer = room.call(world -> 1);
                if (room.status() != Status.RUNNING || answer.join() != 1) {
                    System.out.println(room.status() + ": " + room.failure());
                }
            }
        }
        System.out.println("closed");
    }

    private static void work(Tick tick) {
        long since = System.nanoTime();
        while (heavy && System.nanoTime() - since < 2_000_000) {
            Thread.onSpinWait();
        }
    }

    /** Waits until each room has stepped, and perhaps dropped time, or has ended. Allocates nothing. */
    private static void awaitTicks(PhysicsService[] rooms, long[] ticks, long[] slips, boolean drops) {
        for (int i = 0; i < rooms.length; i++) {
            ticks[i] = rooms[i].metrics().tick() + TICKS;
            slips[i] = rooms[i].metrics().slips() + (drops ? 3 : 0);
        }
        for (int i = 0; i < rooms.length; i++) {
            while (rooms[i].status() == Status.RUNNING
                    && (rooms[i].metrics().tick() < ticks[i]
                            || rooms[i].metrics().slips() < slips[i])) {
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
    }
}
