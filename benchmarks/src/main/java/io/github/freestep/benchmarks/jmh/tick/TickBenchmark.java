package io.github.freestep.benchmarks.jmh.tick;

import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the service adds to a simulation: a whole tick, from its input to its events, of one that does next to nothing.
 * Stepped inline, so that no wait is in it. A flight recorder is asked in each, and off.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TickBenchmark {
    private static final long TICK_NANOS = 10_000_000;

    @Param({"1", "10000"})
    public int bodies;

    private InlineStepper bare;
    private InlineStepper polling;
    private InlineStepper observed;
    private EventReader events;

    @Setup
    public void open() {
        bare = PhysicsService.builder(new Still(bodies)).inline();
        polling = PhysicsService.builder(new Still(bodies))
                .input(sample -> sample.axis(0, 1))
                .inline();
        observed = PhysicsService.builder(new Still(bodies)).inline();
        events = observed.events().with().open();
    }

    @Benchmark
    public int bare() {
        return bare.advance(TICK_NANOS);
    }

    @Benchmark
    public int withOnePolledDevice() {
        return polling.advance(TICK_NANOS);
    }

    @Benchmark
    public int withTenPushedInputs() {
        long now = bare.clock().nanoTime();
        for (int i = 0; i < 10; i++) {
            bare.input().action(i, 1, now + i);
        }
        return bare.advance(TICK_NANOS);
    }

    @Benchmark
    public int withAReaderOfItsEvents() {
        return observed.advance(TICK_NANOS) + events.poll(event -> {});
    }

    /** Bodies that stay where they are, written in full all the same. */
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
