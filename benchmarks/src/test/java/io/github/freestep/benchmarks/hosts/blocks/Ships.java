package io.github.freestep.benchmarks.hosts.blocks;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.Arrays;

/** Ships that fly along x, each at a speed of its own. */
public class Ships implements Simulation {
    private final double[] x;
    private final double[] speed;

    public Ships(int count) {
        x = new double[count];
        speed = new double[count];
        Arrays.fill(speed, 1);
    }

    public void fly(int ship, double metresPerSecond) {
        speed[ship] = metresPerSecond;
    }

    public StateLayout layout() {
        return StateLayout.of(x.length);
    }

    public void setUp(PhysicsContext context) {
        for (int ship = 0; ship < x.length; ship++) {
            context.bodies().spawn(ship);
        }
    }

    public void step(Tick tick) {
        for (int ship = 0; ship < x.length; ship++) {
            x[ship] += speed[ship] * tick.dtSeconds();
        }
    }

    public void write(StateWriter state) {
        for (int ship = 0; ship < x.length; ship++) {
            state.position(ship, x[ship], 64, 0);
            state.orientation(ship, 0, 0, 0, 1);
        }
    }
}
