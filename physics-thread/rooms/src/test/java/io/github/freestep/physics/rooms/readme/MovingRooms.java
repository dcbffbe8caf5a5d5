package io.github.freestep.physics.rooms.readme;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.rooms.HandedOver;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.physics.saves.SavableSimulation;
import java.io.IOException;

/** The example of the page about saving: a room that moves to another machine. */
final class MovingRooms {
    private MovingRooms() {}

    static byte[] leave(PhysicsService room) { // on the machine that the room leaves
        HandedOver all = HandedOver.handOver(room).join(); // if this fails, the room continues
        room.close();
        return all.toBytes();
    }

    static PhysicsService arrive(byte[] bytes, SavableSimulation world, PhysicsGroup threads) throws IOException {
        PhysicsService room = PhysicsService.builder(world) // on the machine where it continues
                .group(threads)
                .from(HandedOver.of(bytes))
                .start();
        room.call(PhysicsContext::tick).join(); // if this fails, the world could not be restored
        return room;
    }
}
