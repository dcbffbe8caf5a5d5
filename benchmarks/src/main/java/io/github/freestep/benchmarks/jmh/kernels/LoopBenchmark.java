package io.github.freestep.benchmarks.jmh.kernels;

import static io.github.freestep.benchmarks.jmh.kernels.FrameKernels.ADD;
import static io.github.freestep.benchmarks.jmh.kernels.FrameKernels.ADD_BOUNDED;
import static io.github.freestep.benchmarks.jmh.kernels.FrameKernels.EXTRAPOLATE;
import static io.github.freestep.benchmarks.jmh.kernels.FrameKernels.LERP;
import static io.github.freestep.benchmarks.jmh.kernels.FrameKernels.MIX;
import static io.github.freestep.benchmarks.jmh.kernels.FrameKernels.NORMALISE;
import static io.github.freestep.benchmarks.jmh.kernels.FrameKernels.NORMALISE_AND_REPORT;
import static io.github.freestep.benchmarks.jmh.kernels.FrameKernels.PRODUCTS;
import static io.github.freestep.benchmarks.jmh.kernels.FrameKernels.REFLECT;
import static io.github.freestep.benchmarks.jmh.kernels.FrameKernels.SET_CURVE;
import static io.github.freestep.benchmarks.jmh.kernels.FrameKernels.TWICE;
import static io.github.freestep.benchmarks.jmh.kernels.FrameKernels.WEIGHTS;

import io.github.freestep.benchmarks.jmh.ShortRuns;
import io.github.freestep.state.State;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;

/**
 * Measures each loop of a frame alone, in nanoseconds per body. The exception is {@code curve}, which a frame does only
 * once: it is in nanoseconds per frame.
 */
@org.openjdk.jmh.annotations.State(Scope.Thread)
@Fork(2)
public class LoopBenchmark extends ShortRuns {
    private static final int BODIES = 1_000;

    private final MovingBodies motion = new MovingBodies(BODIES);
    private final State older = motion.older;
    private final State newer = motion.newer;
    private final FrameKernels kernels = new FrameKernels(motion.layout);
    private final Object curve = FrameKernels.newCurve();
    private final float[] out = new float[BODIES];
    private final float[] error = new float[BODIES];

    /** Quaternions of almost unit length, so that the result of one call is valid input of the next. */
    private final float[][] q = {
        newer.qx().clone(), newer.qy().clone(), newer.qz().clone(), newer.qw().clone()
    };

    /** Sets the curve to t = 1/2. */
    @Setup
    public void setCurve() throws Throwable {
        SET_CURVE.invokeExact(curve, 0.5);
    }

    @Benchmark
    public Object curve() throws Throwable {
        SET_CURVE.invokeExact(curve, motion.t());
        return curve;
    }

    @Benchmark
    @OperationsPerInvocation(BODIES)
    public float[] lerp() throws Throwable {
        LERP.invokeExact(older.x(), newer.x(), out, 0, BODIES, 0.5f);
        return out;
    }

    @Benchmark
    @OperationsPerInvocation(BODIES)
    public float[] extrapolate() throws Throwable {
        EXTRAPOLATE.invokeExact(older.x(), newer.x(), out, 0, BODIES, 1.5f);
        return out;
    }

    @Benchmark
    @OperationsPerInvocation(BODIES)
    public float[] addBounded() throws Throwable {
        ADD_BOUNDED.invokeExact(out, error, 0, BODIES, 0.5f);
        return out;
    }

    @Benchmark
    @OperationsPerInvocation(BODIES)
    public float[] add() throws Throwable {
        ADD.invokeExact(out, error, 0, BODIES, 0.5f);
        return out;
    }

    @Benchmark
    @OperationsPerInvocation(BODIES)
    public float[] products() throws Throwable {
        PRODUCTS.invokeExact(older.qx(), newer.qx(), older.qy(), newer.qy(), out, 0, BODIES);
        return out;
    }

    @Benchmark
    @OperationsPerInvocation(BODIES)
    public float[] weights() throws Throwable {
        WEIGHTS.invokeExact(older.qz(), newer.qz(), older.qw(), newer.qw(), out, 0, BODIES, curve);
        return out;
    }

    @Benchmark
    @OperationsPerInvocation(BODIES)
    public float[] mix() throws Throwable {
        MIX.invokeExact(older.qx(), newer.qx(), out, q[0], 0, BODIES);
        return q[0];
    }

    @Benchmark
    @OperationsPerInvocation(BODIES)
    public float[] normalise() throws Throwable {
        NORMALISE.invokeExact(q[0], q[1], q[2], q[3], 0, BODIES);
        return q[3];
    }

    @Benchmark
    @OperationsPerInvocation(BODIES)
    public float[] normaliseAndReport() throws Throwable {
        NORMALISE_AND_REPORT.invokeExact(q[0], q[1], q[2], q[3], out, 0, BODIES);
        return q[3];
    }

    @Benchmark
    @OperationsPerInvocation(BODIES)
    public float[] twice() throws Throwable {
        TWICE.invokeExact(older.qz(), newer.qz(), older.qw(), newer.qw(), out, error, 0, BODIES);
        return error;
    }

    @Benchmark
    @OperationsPerInvocation(BODIES)
    public float[] reflect() throws Throwable {
        REFLECT.invokeExact(older.qx(), newer.qx(), error, q[0], 0, BODIES);
        return q[0];
    }

    @Benchmark
    @OperationsPerInvocation(BODIES)
    public Object snapNobody() throws Throwable {
        return kernels.snap(older, newer);
    }
}
