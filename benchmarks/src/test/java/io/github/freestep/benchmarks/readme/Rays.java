package io.github.freestep.benchmarks.readme;

import io.github.freestep.physics.Command;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.engines.EngineSimulation;
import io.github.freestep.query.Hits;
import java.util.function.IntPredicate;

public class Rays implements Command { // submit it again once its future is done
    private final double[] rays;
    private final Hits[] nearest;
    private final IntPredicate filter = slot -> true; // evaluated once, not for each ray

    public Rays(int count) {
        rays = new double[7 * count];
        nearest = new Hits[count];
        for (int i = 0; i < count; i++) {
            nearest[i] = new Hits(1);
        }
    }

    public void set(int ray, double x, double y, double z, double dx, double dy, double dz) {
        double[] values = {x, y, z, dx, dy, dz, 100}; // the last one is the length
        System.arraycopy(values, 0, rays, 7 * ray, 7);
    }

    public void run(PhysicsContext context) {
        context.world(EngineSimulation.class).rays(rays, filter, nearest);
    }

    public Hits nearest(int ray) {
        return nearest[ray];
    }
}
