package io.github.freestep.tools;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;

/** Bodies side by side that walk along x. A subclass moves them in its steps. Writes allocate nothing. */
public abstract class Walkers implements Simulation {
    private final StateLayout layout;

    /** Where all bodies are along x. */
    protected double x;

    /** Makes some bodies at x = 0. */
    protected Walkers(int bodies) {
        layout = StateLayout.of(bodies);
    }

    @Override
    public StateLayout layout() {
        return layout;
    }

    @Override
    public void setUp(PhysicsContext context) {
        for (int body = 0; body < layout.capacity(); body++) {
            context.bodies().spawn(body);
        }
    }

    @Override
    public void write(StateWriter state) {
        for (int body = 0; body < layout.capacity(); body++) {
            state.position(body, x, body, 0);
            state.orientation(body, 0, 0, 0, 1);
        }
    }
}
