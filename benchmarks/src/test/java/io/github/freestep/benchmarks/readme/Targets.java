package io.github.freestep.benchmarks.readme;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;

/** A world of targets that run from side to side. */
final class Targets implements Simulation {
    private static final int TARGETS = 20;
    private static final double SPEED = 15;

    private double seconds;

    @Override
    public StateLayout layout() {
        return StateLayout.of(TARGETS);
    }

    @Override
    public void setUp(PhysicsContext context) {
        for (int slot = 0; slot < TARGETS; slot++) {
            context.bodies().spawn(slot);
        }
    }

    @Override
    public void step(Tick tick) {
        seconds += tick.dtSeconds();
    }

    @Override
    public void write(StateWriter state) {
        for (int slot = 0; slot < TARGETS; slot++) {
            double phase = seconds * SPEED / 10 + slot;
            state.position(slot, 10 * Math.sin(phase), 2 * slot, -20);
        }
    }
}
