package io.github.freestep.physics;

import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * A main class in which a step or a command of a room fills the heap of its JVM to the last byte, and keeps it full
 * until that room has ended. The argument names the place. Then the group is closed, but not the room itself.
 */
final class FullHeapOfRooms {
    private static final int NEIGHBOURS = 3;
    private static final int REQUESTS = 40;
    private static final long LOOK_NANOS = 1_000_000;

    private static final Filling FILLING = new Filling();

    private FullHeapOfRooms() {}

    public static void main(String[] arguments) {
        PhysicsGroup group = PhysicsGroup.builder().clock(new VirtualClock(0)).open();
        for (int i = 0; i < NEIGHBOURS; i++) {
            PhysicsService.builder(new Falling())
                    .group(group)
                    .start()
                    .call(c -> 1)
                    .join();
        }
        Falling world = new Falling();
        PhysicsService room =
                PhysicsService.builder(world).group(group).name("full").start();
        List<CompletableFuture<?>> futures = new ArrayList<>();
        room.pause().join();
        if (arguments[0].equals("step")) {
            world.during = tick -> requestAndFill(room, futures);
            room.resume();
        } else {
            room.submit(context -> requestAndFill(room, futures));
        }
        while (!room.physics.end.hasEnded) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        try {
            group.close();
        } catch (VirtualMachineError noMemory) {
            // Closed again below.
        }
        FILLING.release();
        group.close();
        System.out.println(room.status() + ", open futures: " + open(futures) + " of " + futures.size());
        System.out.println("afterwards: " + open(List.of(room.call(c -> 1), room.pause())));
    }

    private static void requestAndFill(PhysicsService room, List<CompletableFuture<?>> futures) {
        for (int i = 0; i < REQUESTS; i++) {
            futures.add(room.call(c -> 1));
            futures.add(room.submit(c -> {}));
            futures.add(room.pause());
        }
        throw FILLING.fill();
    }

    private static long open(List<CompletableFuture<?>> futures) {
        return futures.stream().filter(each -> !each.isDone()).count();
    }
}
