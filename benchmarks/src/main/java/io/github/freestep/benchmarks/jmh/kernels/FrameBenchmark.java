package io.github.freestep.benchmarks.jmh.kernels;

import io.github.freestep.benchmarks.jmh.JomlBodies;
import io.github.freestep.benchmarks.jmh.ShortRuns;
import io.github.freestep.render.Frame;
import java.nio.FloatBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Measures each part of the work of a frame, for the poses of all bodies. Every call has another t, which is the place
 * of the frame between two states: 0 at the older one, 1 at the newer one.
 */
@State(Scope.Thread)
@Fork(2)
public class FrameBenchmark extends ShortRuns {
    @Param({"1000", "10000", "100000", "1000000"})
    public int bodies;

    private FrameKernels motion;
    private Frame frame;

    @Setup
    public void move() throws Throwable {
        motion = new FrameKernels(bodies);
        motion.interpolate(0.5);
        frame = motion.frame();
    }

    @Benchmark
    public Object interpolate() throws Throwable {
        return motion.interpolate(motion.t());
    }

    /** What a frame does if a tick is late: it extrapolates beyond the newest state. */
    @Benchmark
    public Object bridge() throws Throwable {
        return motion.interpolate(1 + motion.t());
    }

    @Benchmark
    public FloatBuffer interleaved(Packed packed) {
        frame.poses(0, frame.slots(), packed.buffer.clear());
        return packed.buffer;
    }

    @Benchmark
    public FloatBuffer matrices(Packed packed) {
        frame.matrices(0, frame.slots(), packed.buffer.clear());
        return packed.buffer;
    }

    @Benchmark
    public Object jomlLerpSlerp(Objects objects) {
        return objects.bodies.slerp((float) motion.t());
    }

    @Benchmark
    public Object jomlLerpNlerp(Objects objects) {
        return objects.bodies.nlerp((float) motion.t());
    }

    /**
     * Copies 10.5 arrays, which moves 21 arrays through memory (10.5 read, 10.5 written). Interpolation moves as many:
     * 14 read, 7 written.
     */
    @Benchmark
    public float[][] limitArraycopy(Arrays arrays) {
        for (int i = 0; i < arrays.sources.length; i++) {
            System.arraycopy(arrays.sources[i], 0, arrays.targets[i], 0, arrays.sources[i].length);
        }
        return arrays.targets;
    }

    /** The buffer of an array into which a frame packs its poses. */
    @State(Scope.Thread)
    public static class Packed {
        private static final int MOST = 16;

        private FloatBuffer buffer;

        @Setup
        public void allocate(FrameBenchmark benchmark) {
            buffer = FloatBuffer.allocate(benchmark.bodies * MOST);
        }
    }

    /** The same bodies as objects of JOML. */
    @State(Scope.Thread)
    public static class Objects {
        private JomlBodies bodies;

        @Setup
        public void allocate(FrameBenchmark benchmark) {
            bodies = new JomlBodies(benchmark.motion.slots);
        }
    }

    /** Arrays for {@code limitArraycopy}, with as many bytes as interpolation reads and writes. */
    @State(Scope.Thread)
    public static class Arrays {
        private static final int WHOLE = 10;

        private float[][] sources;
        private float[][] targets;

        @Setup
        public void allocate(FrameBenchmark benchmark) {
            sources = new float[WHOLE + 1][benchmark.bodies];
            targets = new float[WHOLE + 1][benchmark.bodies];
            sources[WHOLE] = new float[benchmark.bodies / 2];
        }
    }
}
