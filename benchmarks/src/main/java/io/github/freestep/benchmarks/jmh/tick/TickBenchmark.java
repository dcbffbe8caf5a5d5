package io.github.freestep.benchmarks.jmh.tick;

import io.github.freestep.benchmarks.jmh.ShortRuns;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.Arrays;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Measures the cost that the service adds to a simulation: a whole tick, from its input to its events, of a simulation
 * that does almost nothing. The benchmark's own thread steps, without waiting. The figures include each tick's check
 * whether JDK Flight Recorder is on; it is off.
 */
@State(Scope.Thread)
@Fork(3)
public class TickBenchmark extends ShortRuns {
    private static final long TICK_NANOS = 10_000_000;

    @Param({"1", "10000"})
    public int bodies;

    private InlineStepper bare;

    @Setup
    public void open() {
        bare = PhysicsService.builder(new Still(bodies)).inline();
    }

    @Benchmark
    public int bare() {
        return bare.advance(TICK_NANOS);
    }

    /** Resting bodies whose poses are written in full in every tick. */
    private static final class Still implements Simulation {
        private final float[] values;
        private final float[] ones;

        Still(int bodies) {
            values = new float[bodies];
            ones = new float[bodies];
            Arrays.fill(ones, 1);
        }

        @Override
        public StateLayout layout() {
            return StateLayout.of(values.length);
        }

        @Override
        public void setUp(PhysicsContext context) {
            for (int body = 0; body < values.length; body++) {
                context.bodies().spawn(body);
            }
        }

        @Override
        public void step(Tick tick) {
            values[0] += tick.input().size() + tick.input().axis(0);
        }

        @Override
        public void write(StateWriter state) {
            state.positions(values, values, values, 0, values.length);
            state.orientations(values, values, values, ones, 0, values.length);
        }
    }
}
