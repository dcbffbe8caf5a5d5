package io.github.freestep.benchmarks.hosts.blocks;

import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import java.util.ArrayList;
import java.util.List;

public class Dimension implements AutoCloseable {
    private final PhysicsService physics;
    private final StateReader ships;
    private final List<Rider> riders = new ArrayList<>();

    public Dimension(PhysicsService physics) {
        this.physics = physics;
        ships = physics.states().reader();
    }

    public void board(Rider rider) {
        riders.add(rider);
    }

    public void tick() { // the game thread
        if (ships.acquire()) {
            State newest = ships.state(0);
            for (Rider rider : riders) {
                rider.stand(newest.x()[rider.ship], newest.y()[rider.ship] + 1, newest.z()[rider.ship]);
            }
        }
    }

    public void fly(int ship, double metresPerSecond) { // what the game changes is a command
        physics.submit(c -> c.world(Ships.class).fly(ship, metresPerSecond));
    }

    public FrameSampler frames() { // for a render thread, which never waits for the game thread
        return FrameSampler.open(physics.states());
    }

    public void close() {
        ships.close();
        physics.close();
    }
}
