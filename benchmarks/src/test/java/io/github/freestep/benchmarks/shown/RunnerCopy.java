package io.github.freestep.benchmarks.shown;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.prediction.OwnWorld;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;

/** The small world of a {@link Runner}. */
final class RunnerCopy implements OwnWorld {
    private static final StateLayout LAYOUT = StateLayout.of(1).doublePositions();

    private final Runner runner = new Runner();
    int steps;

    @Override
    public StateLayout layout() {
        return LAYOUT;
    }

    @Override
    public int slot(State server) {
        return 0;
    }

    @Override
    public void set(State server, int slot, PhysicsContext context) {
        runner.x = server.x(0);
        runner.y = server.y(0);
        runner.speed = server.linear(0)[0];
        runner.rise = server.linear(1)[0];
    }

    @Override
    public void step(Tick tick) {
        steps++;
        runner.step(tick);
    }

    @Override
    public void write(StateWriter state) {
        state.position(0, runner.x, runner.y, 0);
    }
}
