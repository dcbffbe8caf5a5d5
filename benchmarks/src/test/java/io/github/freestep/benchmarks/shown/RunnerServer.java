package io.github.freestep.benchmarks.shown;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.Arrays;

/** The world of a service with a {@link Runner}. Notes where it was at each tick. */
final class RunnerServer implements Simulation {
    static final StateLayout LAYOUT =
            StateLayout.of(1).doublePositions().linear("speed").linear("rise");

    final Runner runner = new Runner();

    /** By tick: x and y of the runner. */
    private double[] xs = new double[1_024];

    private double[] ys = new double[1_024];

    @Override
    public StateLayout layout() {
        return LAYOUT;
    }

    @Override
    public void setUp(PhysicsContext context) {
        context.bodies().spawn(0);
        xs[0] = runner.x;
    }

    @Override
    public void step(Tick tick) {
        runner.step(tick);
        int number = (int) tick.number();
        if (number == xs.length) {
            xs = Arrays.copyOf(xs, 2 * number);
            ys = Arrays.copyOf(ys, 2 * number);
        }
        xs[number] = runner.x;
        ys[number] = runner.y;
    }

    @Override
    public void write(StateWriter state) {
        state.position(0, runner.x, runner.y, 0);
        state.linear(0, 0, runner.speed);
        state.linear(1, 0, runner.rise);
    }

    /** Where the runner was at a time that has passed. */
    double x(double simulationNanos) {
        return at(xs, simulationNanos);
    }

    double y(double simulationNanos) {
        return at(ys, simulationNanos);
    }

    private static double at(double[] of, double simulationNanos) {
        double ticks = simulationNanos / 1e7;
        int tick = (int) ticks;
        return of[tick] + (ticks - tick) * (of[tick + 1] - of[tick]);
    }
}
