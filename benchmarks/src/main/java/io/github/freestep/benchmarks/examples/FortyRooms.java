package io.github.freestep.benchmarks.examples;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import java.util.ArrayList;
import java.util.List;

/** A server with forty rooms on two threads. Each room is a world of its own: here, a ball that bounces. */
public final class FortyRooms {
    private static final int ROOMS = 40;

    private FortyRooms() {}

    public static void main(String[] args) throws InterruptedException {
        try (PhysicsGroup threads =
                PhysicsGroup.builder().threads(2).name("rooms").open()) { // closing it closes all rooms
            List<PhysicsService> rooms = new ArrayList<>();
            List<StateReader> readers = new ArrayList<>();
            for (int i = 0; i < ROOMS; i++) {
                PhysicsService room = PhysicsService.builder(new Room(i))
                        .group(threads)
                        .name("room-" + i)
                        .rate(60)
                        .start();
                rooms.add(room);
                readers.add(room.states().reader());
            }
            rooms.get(ROOMS - 1).pause(); // an empty room: it takes no processor time
            for (int visit = 1; visit <= 60; visit++) { // twenty times a second
                Thread.sleep(50);
                int news = 0;
                for (StateReader reader : readers) {
                    if (reader.acquire()) { // send reader.state(0) to the players of this room here
                        news++;
                    }
                }
                if (visit % 20 == 0) {
                    long tick = rooms.get(0).metrics().tick();
                    System.out.println(news + " rooms have news, and room 0 is at tick " + tick);
                }
            }
            readers.forEach(StateReader::close);
            for (PhysicsService room : rooms) {
                if (room.failure() != null) { // the other rooms have gone on
                    throw new IllegalStateException(room.failure());
                }
            }
        }
    }

    private static final class Room implements Simulation {
        private double y;
        private double speed;

        Room(double height) {
            y = height;
        }

        @Override
        public StateLayout layout() {
            return StateLayout.of(1);
        }

        @Override
        public void setUp(PhysicsContext context) {
            context.bodies().spawn(0);
        }

        @Override
        public void step(Tick tick) {
            speed = y < 0 ? Math.abs(speed) : speed - 9.81 * tick.dtSeconds();
            y += speed * tick.dtSeconds();
        }

        @Override
        public void write(StateWriter state) {
            state.position(0, 0, y, 0);
        }
    }
}
