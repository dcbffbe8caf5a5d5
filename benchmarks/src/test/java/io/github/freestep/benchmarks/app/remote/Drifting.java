package io.github.freestep.benchmarks.app.remote;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Seeds;
import java.util.SplittableRandom;

/**
 * Bodies that circle and turn at speeds of their own, at most 3 m/s, without channels, so a sender sends poses alone.
 * For the physics thread.
 */
final class Drifting implements Simulation {
    private static final double SECOND = 1e-9;
    private static final int ROW = 32;
    private static final double APART = 3;

    private final double[] radius;
    private final double[] speed;
    private final double[] spin;
    private double seconds;

    Drifting(int bodies) {
        SplittableRandom random = Seeds.splittable(1);
        radius = random.doubles(bodies, 0.5, 2.5).toArray();
        speed = random.doubles(bodies, -1.2, 1.2).toArray();
        spin = random.doubles(bodies, 0, 2).toArray();
    }

    @Override
    public StateLayout layout() {
        return StateLayout.of(radius.length);
    }

    @Override
    public void setUp(PhysicsContext context) {
        for (int body = 0; body < radius.length; body++) {
            context.bodies().spawn(body);
        }
    }

    @Override
    public void step(Tick tick) {
        seconds = tick.simulationNanos() * SECOND;
    }

    @Override
    public void write(StateWriter out) {
        for (int body = 0; body < radius.length; body++) {
            double angle = speed[body] * seconds;
            double x = body % ROW * APART + radius[body] * Math.cos(angle);
            double z = body / ROW * APART + radius[body] * Math.sin(angle);
            out.position(body, (float) x, 0, (float) z);
            double half = spin[body] * seconds / 2;
            float sine = (float) Math.sin(half);
            out.orientation(body, 0.6f * sine, 0.8f * sine, 0, (float) Math.cos(half));
        }
    }
}
