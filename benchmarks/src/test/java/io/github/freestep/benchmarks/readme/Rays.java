package io.github.freestep.benchmarks.readme;

import io.github.freestep.physics.Command;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.engine.EngineSimulation;
import io.github.freestep.state.Hits;
import java.util.function.IntPredicate;

public class Rays implements Command { // submit it again once its future is done
    private final double[] rays;
    private final Hits[] nearest;
    private final IntPredicate filter = slot -> true; // evaluated once, not for each ray

    public Rays(int count) {
        rays = new double[6 * count];
        nearest = new Hits[count];
        for (int i = 0; i < count; i++) {
            nearest[i] = new Hits(1);
        }
    }

    public void set(int ray, double x, double y, double z, double dx, double dy, double dz) {
        double[] values = {x, y, z, dx, dy, dz};
        System.arraycopy(values, 0, rays, 6 * ray, 6);
    }

    public void run(PhysicsContext context) {
        EngineSimulation<?> world = context.world(EngineSimulation.class);
        for (int i = 0; i < nearest.length; i++) {
            int r = 6 * i;
            world.ray(
                    rays[r], rays[r + 1], rays[r + 2], rays[r + 3], rays[r + 4], rays[r + 5], 100, filter, nearest[i]);
        }
    }

    public Hits nearest(int ray) {
        return nearest[ray];
    }
}
