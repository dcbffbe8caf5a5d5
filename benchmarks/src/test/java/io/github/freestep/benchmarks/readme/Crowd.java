package io.github.freestep.benchmarks.readme;

import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.VirtualClock;

/** A world whose steps take longer than their ticks in full detail. */
final class Crowd implements Simulation {
    private final VirtualClock clock;
    private volatile boolean detailed = true;

    Crowd(VirtualClock clock) {
        this.clock = clock;
    }

    void lowerDetail() {
        detailed = false;
    }

    boolean isDetailed() {
        return detailed;
    }

    @Override
    public StateLayout layout() {
        return StateLayout.of(1);
    }

    @Override
    public void step(Tick tick) {
        clock.advance(detailed ? 20_000_000 : 1_000_000);
    }

    @Override
    public void write(StateWriter state) {}
}
