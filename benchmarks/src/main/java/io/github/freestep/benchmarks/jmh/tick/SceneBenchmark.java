package io.github.freestep.benchmarks.jmh.tick;

import io.github.freestep.benchmarks.jmh.ShortRuns;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.tools.record.Simulations;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * Measures a whole tick, from its input to its events, a tick of which no state is published, the write and the
 * publication of a state alone, and a frame. The simulation is a built-in scene or any class on the class path:
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

    private Simulation world;
    private InlineStepper stepper;
    private FrameSampler frames;
    private long frameNanos;

    @Setup
    public void open(BenchmarkParams of) {
        world = world(simulation);
        PhysicsBuilder builder = PhysicsService.builder(world);
        // At most one in a thousand: hardly any step publishes a state then.
        stepper = (of.getBenchmark().matches(".*\\.(tick|sample)") ? builder : builder.publishEvery(1_000)).inline();
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

    /** What the world writes into a state after a step. Not the step, which comes before each call. */
    @Benchmark
    public StateWriter write(Apart apart) {
        world.write(apart.state);
        return apart.state;
    }

    /** The publication of a state that was written, for a reader that sleeps. */
    @Benchmark
    public void publish(Written written) {
        written.publish();
    }

    /** A state of our own, with the bodies of the world. The stepper publishes hardly any, so the world writes here. */
    @State(Scope.Thread)
    public static class Apart {
        private final TimeAnchor anchor = new TimeAnchor();
        private SceneBenchmark scene;
        private Bodies bodies;
        private StatePublisher publisher;
        private long tick;
        StateWriter state;

        @Setup
        public void open(SceneBenchmark of) {
            scene = of;
            bodies = of.stepper.call(PhysicsContext::bodies).join();
            publisher = StatePublisher.of(of.world.layout());
        }

        @Setup(Level.Invocation)
        public void step() {
            if (state != null) {
                publish();
            }
            scene.stepper.advance(TICK_NANOS);
            for (int slot = 0; slot < bodies.slots(); slot++) {
                if (bodies.isAlive(slot) && !publisher.bodies().isAlive(slot)) {
                    publisher.bodies().spawn(slot);
                } else if (!bodies.isAlive(slot) && publisher.bodies().isAlive(slot)) {
                    publisher.bodies().remove(slot);
                }
            }
            state = publisher.begin(++tick, tick * TICK_NANOS, anchor, tick * TICK_NANOS);
        }

        void publish() {
            publisher.publish(tick * TICK_NANOS);
            state = null;
        }
    }

    @State(Scope.Thread)
    public static class Written extends Apart {
        @Setup(Level.Invocation)
        public void write(SceneBenchmark of) {
            of.world.write(state);
        }
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
