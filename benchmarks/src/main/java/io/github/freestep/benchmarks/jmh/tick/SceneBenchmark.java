package io.github.freestep.benchmarks.jmh.tick;

import io.github.freestep.benchmarks.jmh.ShortRuns;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.Simulations;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * Measures a whole tick, from its input to its events, a tick of which no state is published, and a frame. The
 * simulation is a built-in scene or any class on the class path:
 *
 * <pre>java -cp freestep.jar:mine.jar org.openjdk.jmh.Main SceneBenchmark -p simulation=com.example.MySimulation</pre>
 *
 * <p>The benchmark's own thread steps at 100 Hz of simulation time, without waiting. A built-in scene has its usual
 * number of bodies, unless its name has another one: {@code -p simulation=swarm:250000}. A class decides for itself how
 * many bodies it has. Scenes of engines run only on request, as {@code -p simulation=pile}.
 */
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
public class SceneBenchmark extends ShortRuns {
    private static final long SEED = 42;

    private static final long TICK_NANOS = 10_000_000;

    /** Not a divisor of a tick, so that every frame falls at a different place between two ticks. */
    private static final long FRAME_NANOS = 100_003;

    @Param({"swarm", "springs"})
    public String simulation;

    private InlineStepper stepper;
    private FrameSampler frames;
    private long frameNanos;

    @Setup
    public void open(BenchmarkParams of) {
        PhysicsBuilder builder = PhysicsService.builder(world(simulation));
        // At most one in a thousand: hardly any step publishes a state then.
        stepper = (of.getBenchmark().endsWith(".step") ? builder.publishEvery(1_000) : builder).inline();
        frames = FrameSampler.builder(stepper.states())
                .clock(stepper.clock())
                .allowedLateness(Duration.ZERO)
                .open();
        frames.sample();
        // These ticks give the scene time to spawn the bodies that do not exist from the start.
        for (int i = 0; i < 100; i++) {
            stepper.advance(TICK_NANOS);
        }
        frameNanos = stepper.clock().nanoTime();
    }

    /** Makes a world of a class, or a scene, whose number of bodies may follow a colon. */
    static Simulation world(String name) {
        String[] parts = name.split(":", 2);
        if (parts.length == 2 && !(Scenes.names().contains(parts[0]) && parts[1].matches("[1-9]\\d{0,7}"))) {
            throw new IllegalArgumentException("simulation must be a class, a scene, or a scene with its number of"
                    + " bodies, such as swarm:1000, was " + name);
        }
        return Simulations.of(
                parts[0], parts.length == 2 ? Integer.parseInt(parts[1]) : Scenes.usualBodies(name), SEED);
    }

    /** A tick of which no state is written or published: the input, the step and the events. */
    @Benchmark
    public int step() {
        return stepper.advance(TICK_NANOS);
    }

    @Benchmark
    public int tick() {
        return stepper.advance(TICK_NANOS);
    }

    /** A frame between the newest two states. Every hundredth call also does a tick, and the figure includes it. */
    @Benchmark
    public Frame sample() {
        frameNanos += FRAME_NANOS;
        if (frameNanos - stepper.clock().nanoTime() >= TICK_NANOS) {
            stepper.advance(TICK_NANOS);
        }
        return frames.sample(frameNanos);
    }

    @TearDown
    public void close() {
        frames.close();
        stepper.close();
    }
}
