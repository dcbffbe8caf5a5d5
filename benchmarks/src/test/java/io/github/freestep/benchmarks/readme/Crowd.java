package io.github.freestep.benchmarks.readme;

import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;

/** A world whose steps take longer than their ticks in full detail. */
final class Crowd implements Simulation {
    private volatile boolean detailed = true;

    void lowerDetail() {
        detailed = false;
    }

    @Override
    public StateLayout layout() {
        return StateLayout.of(1);
    }

    @Override
    public void step(Tick tick) {
        for (int i = detailed ? 1_000 : 100; i > 0; i--) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void write(StateWriter state) {}
}
