package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.github.freestep.testing.Seeds;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import org.junit.jupiter.api.Test;

/** Measures the allocations of a frame, with all its parts, with the counter of the JVM. */
class AllocationTest {
    private static final int ROUNDS = 20_000;
    private static final int BODIES = 100;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final StatePair pair = new StatePair(BODIES);
    private final Interpolator interpolator = new Interpolator();
    private final Packing packing = new Packing();
    private final Poses out = new Poses(pair.layout);
    private final Poses error = new Poses(pair.layout);
    private final float[] array = new float[BODIES * Packing.MATRIX];
    private final FloatBuffer buffer = ByteBuffer.allocateDirect(array.length * Float.BYTES)
            .order(ByteOrder.nativeOrder())
            .asFloatBuffer();
    private int frame;
    private float[] kept;

    @Test
    void aFrameAllocatesNothing() {
        pair.randomise(Seeds.random(1), 90);
        pair.write(pair.older);
        pair.teleport(7);
        pair.write(pair.newer);
        assertEquals(0, allocated(this::frame));
    }

    @Test
    void theMeasurementDetectsAnAllocation() {
        assertTrue(allocated(() -> kept = new float[1]) >= 16L * ROUNDS);
    }

    private void frame() {
        double t = (frame++ % 21) / 10.0;
        interpolator.interpolate(pair.olderState(), pair.newerState(), out, 0, BODIES, t);
        Discontinuities.apply(pair.olderState(), pair.newerState(), pair.olderState(), out, 0, BODIES);
        Interpolator.correct(out, error, 0, BODIES, 0.5f);
        packing.interleaved(out, 0, BODIES, array, 0);
        packing.interleaved(out, 0, BODIES, buffer.clear());
        packing.matrices(out, 0, BODIES, array, 0);
        packing.matrices(out, 0, BODIES, buffer.clear());
    }

    /**
     * Returns the minimum over several runs. A method may allocate a few hundred bytes once, when another compiler tier
     * takes it over, but an allocation that each frame makes is in every run.
     */
    private long allocated(Runnable work) {
        long thread = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 10 && least > 0; i++) {
            long before = threads.getThreadAllocatedBytes(thread);
            run(work);
            least = Math.min(least, threads.getThreadAllocatedBytes(thread) - before);
        }
        return least;
    }

    private static void run(Runnable work) {
        for (int round = 0; round < ROUNDS; round++) {
            work.run();
        }
    }
}
