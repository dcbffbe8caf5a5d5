package io.github.freestep.benchmarks.jmh.kernels;

import io.github.freestep.render.KernelAccess;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Each loop of the kernels on its own, in nanoseconds a body; the curve, which is computed once a frame, in those a frame. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class LoopBenchmark {
    private static final int BODIES = 1_000;

    private final MovingBodies motion = new MovingBodies(BODIES);
    private final KernelAccess kernels = new KernelAccess(motion.layout);

    @Setup
    public void fill() {
        kernels.interpolate(motion.older, motion.newer, 0.5);
        kernels.curve(0.5);
    }

    @Benchmark
    public float curve() {
        return kernels.curve(motion.t());
    }

    @Benchmark
    @OperationsPerInvocation(BODIES)
    public float[] lerp() {
        return kernels.lerp(motion.older, motion.newer, 0.5f);
    }

    @Benchmark
    @OperationsPerInvocation(BODIES)
    public float[] extrapolate() {
        return kernels.extrapolate(motion.older, motion.newer, 1.5f);
    }

    @Benchmark
    @OperationsPerInvocation(BODIES)
    public float[] addBounded() {
        return kernels.addBounded();
    }

    @Benchmark
    @OperationsPerInvocation(BODIES)
    public float[] add() {
        return kernels.add();
    }

    @Benchmark
    @OperationsPerInvocation(BODIES)
    public float[] products() {
        return kernels.products(motion.older, motion.newer);
    }

    @Benchmark
    @OperationsPerInvocation(BODIES)
    public float[] weights() {
        return kernels.weights(motion.older, motion.newer);
    }

    @Benchmark
    @OperationsPerInvocation(BODIES)
    public float[] mix() {
        return kernels.mix(motion.older, motion.newer);
    }

    @Benchmark
    @OperationsPerInvocation(BODIES)
    public float[] normalise() {
        return kernels.normalise();
    }

    @Benchmark
    @OperationsPerInvocation(BODIES)
    public float[] normaliseAndTell() {
        return kernels.normaliseAndTell();
    }

    @Benchmark
    @OperationsPerInvocation(BODIES)
    public float[] twice() {
        return kernels.twice(motion.older, motion.newer);
    }

    @Benchmark
    @OperationsPerInvocation(BODIES)
    public float[] reflect() {
        return kernels.reflect(motion.older, motion.newer);
    }

    @Benchmark
    @OperationsPerInvocation(BODIES)
    public float[] snapNobody() {
        return kernels.snap(motion.older, motion.newer);
    }
}
