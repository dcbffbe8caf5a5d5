package io.github.freestep.benchmarks.jmh.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Benchmark;

/** Checks the names by which benchmarks reach hidden loops, because no compiler does. */
class LoopBenchmarkTest {
    private final MovingBodies motion = new MovingBodies(10);

    @Test
    void findsAndRunsEachLoop() throws Throwable {
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
    void findsAndRunsTheWorkOfAFrame() throws Throwable {
        FrameKernels kernels = new FrameKernels(motion.layout);
        assertNotNull(kernels.interpolate(motion.older, motion.newer, 0.5));
        assertNotNull(kernels.correct());
        assertNotNull(kernels.snap(motion.older, motion.newer));
    }

    @Test
    void aFrameHasAllBodies() {
        float[] poses = new float[70];
        motion.frame().poses(poses, 0);
        assertEquals(motion.newer.x()[9], poses[63], 1);
        assertTrue(poses[63] != 0);
    }
}
