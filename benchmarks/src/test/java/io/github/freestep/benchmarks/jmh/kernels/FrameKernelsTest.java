package io.github.freestep.benchmarks.jmh.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.FloatBuffer;
import org.junit.jupiter.api.Test;

/** Checks the names by which benchmarks reach the hidden work of a frame, because no compiler does. */
class FrameKernelsTest {
    private final FrameKernels motion = new FrameKernels(10);

    @Test
    void findsAndRunsTheWorkOfAFrame() throws Throwable {
        assertNotNull(motion.interpolate(0.5));
    }

    @Test
    void aFrameHasAllBodies() {
        float[] poses = new float[70];
        motion.frame().poses(0, motion.frame().slots(), FloatBuffer.wrap(poses));
        assertEquals(motion.newer.x()[9], poses[63], 1);
        assertTrue(poses[63] != 0);
    }
}
