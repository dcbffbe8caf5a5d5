package io.github.freestep.physics.nodes;

import io.github.freestep.physics.saves.SavableSimulation;

/** Creates the worlds of rooms, on any thread of a node. See the example of {@code RoomNodes}. */
@FunctionalInterface
public interface RoomWorlds {
    /**
     * Creates the world of a room that starts on this node. A save is restored into it, unless the room is new.
     *
     * @param room its number in the store
     * @param owner the number of its owner, which grows. Put it into a channel of the states, so that clients can
     *     refuse states of an older owner.
     * @return a new world
     */
    SavableSimulation create(int room, long owner);
}
