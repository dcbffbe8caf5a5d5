package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;

/** The world and the walking body, as Freestep's service takes them. */
final class WalkSimulation implements Simulation {
    private final StepFunction stepper;
    private long nowNanos;

    WalkSimulation(StepFunction stepper) {
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
        stepper.step(Loop.TICK_NANOS);
    }

    @Override
    public void write(StateWriter state) {
        state.position(0, (float) WalkingBody.at(nowNanos), 0, 0);
        state.orientation(0, 0, 0, 0, 1);
    }
}
