package io.github.freestep.benchmarks.jmh.kernels;

import io.github.freestep.render.Frame;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.concurrent.TimeUnit;
import org.joml.Quaternionf;
import org.joml.Vector3f;
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

/** Everything that a frame does to the poses of all bodies, step by step, at another t in every call. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class FrameBenchmark {
    @Param({"1000", "10000", "100000", "1000000"})
    public int bodies;

    private MovingBodies motion;
    private FrameKernels kernels;
    private Frame frame;

    @Setup
    public void move() throws Throwable {
        motion = new MovingBodies(bodies);
        kernels = new FrameKernels(motion.layout);
        kernels.interpolate(motion.older, motion.newer, 0.5);
        frame = motion.frame();
    }

    @Benchmark
    public Object interpolate() throws Throwable {
        return kernels.interpolate(motion.older, motion.newer, motion.t());
    }

    /** A tick is late: the motion goes on. */
    @Benchmark
    public Object bridge() throws Throwable {
        return kernels.interpolate(motion.older, motion.newer, 1 + motion.t());
    }

    @Benchmark
    public Object correct() throws Throwable {
        return kernels.correct();
    }

    @Benchmark
    public float[] interleaved(Packed packed) {
        frame.poses(packed.array, 0);
        return packed.array;
    }

    @Benchmark
    public FloatBuffer interleavedToBuffer(Packed packed) {
        frame.poses(packed.buffer.clear());
        return packed.buffer;
    }

    @Benchmark
    public float[] matrices(Packed packed) {
        frame.matrices(packed.array, 0);
        return packed.array;
    }

    @Benchmark
    public FloatBuffer matricesToBuffer(Packed packed) {
        frame.matrices(packed.buffer.clear());
        return packed.buffer;
    }

    @Benchmark
    public Objects jomlLerpSlerp(Objects objects) {
        float t = (float) motion.t();
        for (int body = 0; body < bodies; body++) {
            objects.olderPositions[body].lerp(objects.newerPositions[body], t, objects.positions[body]);
            objects.olderOrientations[body].slerp(objects.newerOrientations[body], t, objects.orientations[body]);
        }
        return objects;
    }

    @Benchmark
    public Objects jomlLerpNlerp(Objects objects) {
        float t = (float) motion.t();
        for (int body = 0; body < bodies; body++) {
            objects.olderPositions[body].lerp(objects.newerPositions[body], t, objects.positions[body]);
            objects.olderOrientations[body].nlerp(objects.newerOrientations[body], t, objects.orientations[body]);
        }
        return objects;
    }

    /** Fourteen arrays read and seven written make 21; ten copies and a half read and write as many. */
    @Benchmark
    public float[][] limitArraycopy(Arrays arrays) {
        for (int i = 0; i < arrays.sources.length; i++) {
            System.arraycopy(arrays.sources[i], 0, arrays.targets[i], 0, arrays.sources[i].length);
        }
        return arrays.targets;
    }

    /** Where packed poses go. */
    @State(Scope.Thread)
    public static class Packed {
        private static final int MOST = 16;

        private float[] array;
        private FloatBuffer buffer;

        @Setup
        public void allocate(FrameBenchmark benchmark) {
            array = new float[benchmark.bodies * MOST];
            buffer = ByteBuffer.allocateDirect(array.length * Float.BYTES)
                    .order(ByteOrder.nativeOrder())
                    .asFloatBuffer();
        }
    }

    /** The same bodies as objects, in the order of their allocation: as kind to the caches as objects can be. */
    @State(Scope.Thread)
    public static class Objects {
        private Vector3f[] olderPositions;
        private Vector3f[] newerPositions;
        private Vector3f[] positions;
        private Quaternionf[] olderOrientations;
        private Quaternionf[] newerOrientations;
        private Quaternionf[] orientations;

        @Setup
        public void allocate(FrameBenchmark benchmark) {
            olderPositions = MovingBodies.positions(benchmark.motion.older);
            newerPositions = MovingBodies.positions(benchmark.motion.newer);
            positions = MovingBodies.positions(benchmark.motion.newer);
            olderOrientations = MovingBodies.orientations(benchmark.motion.older);
            newerOrientations = MovingBodies.orientations(benchmark.motion.newer);
            orientations = MovingBodies.orientations(benchmark.motion.newer);
        }
    }

    /** As many bytes. */
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
