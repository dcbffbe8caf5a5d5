package io.github.freestep.benchmarks.app.compare.loops;

import io.github.freestep.benchmarks.scenes.Walkers;
import io.github.freestep.physics.Tick;
import java.util.function.LongConsumer;

/** The world and the walking body as a simulation for Freestep's service. */
final class WalkSimulation extends Walkers {
    private final LongConsumer stepper;

    WalkSimulation(LongConsumer stepper) {
        super(1);
        this.stepper = stepper;
    }

    @Override
    public void step(Tick tick) {
        x = (float) WalkingBody.at(tick.simulationNanos());
        stepper.accept(Loop.TICK_NANOS);
    }
}
