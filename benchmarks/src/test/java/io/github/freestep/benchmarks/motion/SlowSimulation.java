package io.github.freestep.benchmarks.motion;

import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.contract.EngineWorlds;

/** Another simulation, whose steps take time that something else passes. */
final class SlowSimulation extends EngineWorlds.Wrapper {
    private final Runnable beforeStep;

    SlowSimulation(Simulation wrapped, Runnable beforeStep) {
        super(wrapped);
        this.beforeStep = beforeStep;
    }

    @Override
    public void step(Tick tick) {
        beforeStep.run();
        super.step(tick);
    }
}
