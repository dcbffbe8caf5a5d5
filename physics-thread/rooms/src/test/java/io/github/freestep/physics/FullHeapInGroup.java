package io.github.freestep.physics;

import io.github.freestep.physics.Physics.Status;
import io.github.freestep.physics.rooms.PhysicsGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A main class of 21 rooms, one of which fills the heap in a command until each of the others has stepped again. */
final class FullHeapInGroup {
    private FullHeapInGroup() {}

    public static void main(String[] arguments) {
        Filling filling = new Filling();
        PhysicsGroup group = PhysicsGroup.open(2);
        List<PhysicsService> rooms = new ArrayList<>();
        for (int i = 0; i < 21; i++) {
            PhysicsBuilder room =
                    PhysicsService.builder(new Falling()).group(group).rate(20);
            rooms.add(room.name("room-" + i).onProblem(problem -> {}).start());
        }
        PhysicsService[] others = rooms.subList(1, 21).toArray(new PhysicsService[0]);
        awaitTicks(others);
        rooms.get(0).submit(context -> {
            OutOfMemoryError full = filling.fill();
            awaitTicks(others);
            throw full;
        });
        while (rooms.get(0).status() != Status.FAILED) {
            LockSupport.parkNanos(1_000_000);
        }
        awaitTicks(others);
        filling.release();
        awaitTicks(others);
        for (PhysicsService other : others) {
            System.out.print(other.status() == Status.FAILED ? other.metrics().service() + " " + other.failure() : "");
        }
        group.close();
    }

    /** Needs no memory. */
    private static void awaitTicks(PhysicsService[] rooms) {
        for (PhysicsService room : rooms) {
            long tick = room.metrics().tick();
            while (room.status() != Status.FAILED && room.metrics().tick() < tick + 3) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }
}
