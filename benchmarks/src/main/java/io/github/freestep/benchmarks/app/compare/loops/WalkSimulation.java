package io.github.freestep.benchmarks.app.compare.loops;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.function.LongConsumer;

/** The world and the walking body as a simulation for Freestep's service. */
final class WalkSimulation implements Simulation {
    private final LongConsumer stepper;
    private long nowNanos;

    WalkSimulation(LongConsumer stepper) {
        this.stepper = stepper;
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
        nowNanos = tick.simulationNanos();
        stepper.accept(Loop.TICK_NANOS);
    }

    @Override
    public void write(StateWriter state) {
        state.position(0, (float) WalkingBody.at(nowNanos), 0, 0);
        state.orientation(0, 0, 0, 0, 1);
    }
}
