package io.github.freestep.benchmarks.motion;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;

/** Another simulation, whose steps take time that something else passes. */
record SlowSimulation(Simulation wrapped, Runnable beforeStep) implements Simulation {
    @Override
    public StateLayout layout() {
        return wrapped.layout();
    }

    @Override
    public void setUp(PhysicsContext context) {
        wrapped.setUp(context);
    }

    @Override
    public void step(Tick tick) {
        beforeStep.run();
        wrapped.step(tick);
    }

    @Override
    public void write(StateWriter state) {
        wrapped.write(state);
    }
}
