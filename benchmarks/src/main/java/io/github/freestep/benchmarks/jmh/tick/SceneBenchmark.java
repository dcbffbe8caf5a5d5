package io.github.freestep.benchmarks.jmh.tick;

import io.github.freestep.benchmarks.jmh.ShortRuns;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.Simulations;
import io.github.freestep.physics.InlineStepper;
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

/**
 * Measures a whole tick, from its input to its events, and a whole frame. The simulation is a built-in scene or any
 * class on the class path:
 *
 * <pre>java -cp freestep.jar:mine.jar org.openjdk.jmh.Main SceneBenchmark -p simulation=com.example.MySimulation</pre>
 *
 * <p>The benchmark's own thread steps at 100 Hz of simulation time, without waiting. A built-in scene has its usual
 * number of bodies, unless {@code bodies} names another one: {@code -p simulation=swarm -p bodies=250000}. A class
 * decides for itself how many bodies it has, so {@code bodies} is refused for it. Scenes of engines run only on
 * request, as {@code -p simulation=pile}.
 */
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
public class SceneBenchmark extends ShortRuns {
    private static final long SEED = 42;
    private static final String USUAL = "usual";

    private static final long TICK_NANOS = 10_000_000;

    /** Not a divisor of a tick, so that every frame falls at a different place between two ticks. */
    private static final long FRAME_NANOS = 100_003;

    @Param({"swarm", "springs"})
    public String simulation;

    /** The number of bodies of a built-in scene. With one value, a simulation has one row. */
    @Param(USUAL)
    public String bodies;

    private InlineStepper stepper;
    private FrameSampler frames;
    private long frameNanos;

    @Setup
    public void open() {
        Simulation world = Simulations.of(simulation, bodies(), SEED);
        stepper = PhysicsService.builder(world).inline();
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

    private int bodies() {
        if (bodies.equals(USUAL)) {
            return Scenes.usualBodies(simulation);
        }
        if (!Scenes.names().contains(simulation)) {
            throw new IllegalArgumentException("bodies must be set for a built-in scene only, was " + bodies + " for "
                    + simulation + ", which has its own number of bodies; leave out -p bodies");
        }
        try {
            return Integer.parseInt(bodies);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "bodies must be a whole number from 1 on, or \"" + USUAL + "\", was \"" + bodies + "\"", e);
        }
    }

    @Benchmark
    public int tick() {
        return stepper.advance(TICK_NANOS);
    }

    /** A frame between the newest two states. Every hundredth call also does a tick, and the figure includes it. */
    @Benchmark
    public Frame frame() {
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
