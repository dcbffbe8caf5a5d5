package io.github.freestep.physics.rooms.readme;

import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The server of the page about rooms. */
public class GameServer implements AutoCloseable {
    private final PhysicsGroup threads =
            PhysicsGroup.builder().threads(2).name("rooms").open();
    private final List<PhysicsService> rooms = new ArrayList<>();
    private final List<StateReader> readers = new ArrayList<>();

    public GameServer(int count, Supplier<Simulation> worlds) {
        for (int i = 0; i < count; i++) {
            PhysicsService room = PhysicsService.builder(worlds.get())
                    .group(threads)
                    .name("room-" + i)
                    .rate(60)
                    .start();
            rooms.add(room);
            readers.add(room.states().reader());
        }
    }

    public PhysicsService room(int number) {
        return rooms.get(number);
    }

    public void sendAll(Clients clients) { // twenty times a second, always on the same thread
        for (int room = 0; room < readers.size(); room++) {
            StateReader reader = readers.get(room);
            if (reader.acquire()) { // false if the room has published nothing new, such as in a pause
                State newest = reader.state(0);
                for (int body = 0; body < newest.slots(); body++) {
                    if (newest.isAlive(body)) {
                        clients.send(room, newest.tick(), body, newest.x()[body], newest.y()[body]);
                    }
                }
            }
        }
    }

    public void close() {
        readers.forEach(StateReader::close);
        threads.close(); // closes all rooms
    }
}
