package io.github.freestep.benchmarks.readme;

import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.concurrent.CompletableFuture;

/** Sparks that fly up and go out. Commands add them, and a step removes those that are high. */
public class Sparks implements Simulation {
    private static final int MOST = 100;
    private static final int HIGHEST = 1_000;

    private final float[] x = new float[MOST];
    private final float[] y = new float[MOST];
    private final float[] speed = new float[MOST];

    public StateLayout layout() {
        return StateLayout.of(MOST);
    }

    public void setUp(PhysicsContext context) {
        add(context.bodies(), 0, 0);
    }

    public int add(Bodies bodies, float newX, float newY) { // in a command
        int slot = bodies.spawn();
        x[slot] = newX;
        y[slot] = newY;
        speed[slot] = 0; // another spark may have had the slot before
        return slot;
    }

    public void kick(int slot, float upwards) {
        speed[slot] += upwards;
    }

    public void step(Tick tick) {
        for (int slot = 0; slot < MOST; slot++) {
            y[slot] += (float) (speed[slot] * tick.dtSeconds());
            if (tick.bodies().isAlive(slot) && y[slot] > HIGHEST) {
                tick.bodies().remove(slot);
            }
        }
    }

    public void write(StateWriter state) {
        for (int slot = 0; slot < MOST; slot++) {
            if (state.isAlive(slot)) {
                state.position(slot, x[slot], y[slot], 0);
            }
        }
    }

    static int use(Physics physics) {
        CompletableFuture<Void> kick = physics.submit(c -> c.world(Sparks.class).kick(0, 5)); // no result
        CompletableFuture<Integer> spark =
                physics.call(c -> c.world(Sparks.class).add(c.bodies(), 1, 10)); // a slot
        kick.join();
        return spark.join();
    }
}
