package io.github.freestep.benchmarks.jmh.kernels;

import io.github.freestep.benchmarks.jmh.ShortRuns;
import io.github.freestep.render.Frame;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import org.joml.Quaternionf;
import org.joml.Vector3f;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Each step of a frame on the poses of all bodies, at a different t in every call. */
@State(Scope.Thread)
@Fork(2)
public class FrameBenchmark extends ShortRuns {
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

    /** A late tick: extrapolates beyond the newest state. */
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

    /**
     * Copies ten and a half arrays: 21 reads and writes, as many as interpolation with 14 arrays read and 7 written.
     */
    @Benchmark
    public float[][] limitArraycopy(Arrays arrays) {
        for (int i = 0; i < arrays.sources.length; i++) {
            System.arraycopy(arrays.sources[i], 0, arrays.targets[i], 0, arrays.sources[i].length);
        }
        return arrays.targets;
    }

    /** The targets of packed poses. */
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

    /** The same bodies as objects, in the order of their allocation, which is the best case for the caches. */
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

    /** Arrays of as many bytes as interpolation touches. */
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
