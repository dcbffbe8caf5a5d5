package io.github.freestep.benchmarks.jmh.tick;

import io.github.freestep.benchmarks.jmh.JomlBodies;
import io.github.freestep.benchmarks.jmh.MovingSlots;
import io.github.freestep.benchmarks.jmh.ShortRuns;
import io.github.freestep.render.Frame;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Measures what resting bodies cost: a tick, from the begin of its state to the finite check and the handoff, and a
 * frame at 60 fps of 100 ticks per second. One body in a hundred moves. If the simulation writes all, it writes the
 * resting ones as well, so that every block is new. {@code joml...} has an object for each body, and makes frames with
 * {@code slerp} unless its name says otherwise.
 *
 * <p>The ticks between two frames are not part of a frame's time. JMH reads the clock around each frame for that, which
 * adds about 50 ns.
 */
@State(Scope.Thread)
public class RestingBenchmark extends ShortRuns {
    private static final float T = 0.3f;
    private static final int PERCENT = 1;

    @Param({"10000", "100000", "1000000"})
    public int bodies;

    @Param({"SCATTERED", "IN_ONE_PLACE"})
    public String place;

    private MovingSlots share;

    @Setup
    public void choose() {
        share = new MovingSlots(bodies, PERCENT, MovingSlots.Place.valueOf(place));
    }

    @Benchmark
    public int tick(Ticks ticks) {
        return ticks.world.tick();
    }

    @Benchmark
    public Object jomlTick(Objects objects) {
        return objects.bodies.move(share.moving(), share.poses(objects.tick++));
    }

    @Benchmark
    public Frame frame(Frames frames) {
        return frames.world.frame();
    }

    @Benchmark
    public Object jomlFrameOfAll(Objects objects) {
        return objects.bodies.slerp(objects.bodies.all, T);
    }

    @Benchmark
    public Object jomlFrameOfTheMoving(Objects objects) {
        return objects.bodies.slerp(share.moving(), T);
    }

    @Benchmark
    public Object jomlNlerpFrameOfTheMoving(Objects objects) {
        return objects.bodies.nlerp(share.moving(), T);
    }

    @State(Scope.Thread)
    public static class Ticks {
        @Param({"false", "true"})
        public boolean writesAll;

        RestingWorld world;

        @Setup
        public void open(RestingBenchmark benchmark) {
            world = new RestingWorld(benchmark.share, writesAll);
        }
    }

    @State(Scope.Thread)
    public static class Frames extends Ticks {
        @Setup(Level.Invocation)
        public void tick() {
            world.untilNextFrame();
        }
    }

    @State(Scope.Thread)
    public static class Objects {
        private JomlBodies bodies;
        private long tick;

        @Setup
        public void open(RestingBenchmark benchmark) {
            bodies = new JomlBodies(benchmark.share);
        }
    }
}
