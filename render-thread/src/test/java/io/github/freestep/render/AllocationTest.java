package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.testing.Allocations;
import io.github.freestep.testing.Seeds;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import org.junit.jupiter.api.Test;

/** A frame, with all its parts, allocates nothing. */
class AllocationTest {
    private static final int BODIES = 100;

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

    @Test
    void aFrameAllocatesNothing() {
        pair.randomise(Seeds.random(1), 90);
        pair.write(pair.older);
        pair.teleport(7);
        pair.write(pair.newer);
        assertEquals(0, Allocations.of(this::frame));
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
}
