package io.github.freestep.benchmarks.jmh.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Benchmark;

/** The benchmarks reach hidden loops by their names, which no compiler checks. */
class LoopBenchmarkTest {
    private final MovingBodies motion = new MovingBodies(10);

    @Test
    void eachLoopIsFoundAndRuns() throws Throwable {
        LoopBenchmark loops = new LoopBenchmark();
        loops.setCurve();
        Method[] benchmarks = Stream.of(LoopBenchmark.class.getMethods())
                .filter(method -> method.isAnnotationPresent(Benchmark.class))
                .toArray(Method[]::new);
        assertTrue(benchmarks.length >= 13);
        for (Method benchmark : benchmarks) {
            assertNotNull(benchmark.invoke(loops), benchmark.getName());
        }
        assertEquals((motion.older.x()[0] + motion.newer.x()[0]) / 2, loops.lerp()[0], 1e-6f);
    }

    @Test
    void whatAFrameDoesIsFoundAndRuns() throws Throwable {
        FrameKernels kernels = new FrameKernels(motion.layout);
        assertNotNull(kernels.interpolate(motion.older, motion.newer, 0.5));
        assertNotNull(kernels.correct());
        assertNotNull(kernels.snap(motion.older, motion.newer));
    }

    @Test
    void aPictureHasAllBodies() {
        float[] poses = new float[70];
        motion.frame().poses(poses, 0);
        assertEquals(motion.newer.x()[9], poses[63], 1);
        assertTrue(poses[63] != 0);
    }
}
