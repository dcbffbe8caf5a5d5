package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Checks the ranges of slots that a frame reports as changed, in a world that writes only what moves. */
class FrameChangesTest {
    private static final long MILLI = SimulatedPhysics.MILLI;
    private static final int BODIES = 1_000;
    private static final int MOVER = 500;

    private final Set<Integer> movers = new TreeSet<>(Set.of(MOVER));
    private final SimulatedPhysics physics =
            new SimulatedPhysics(StateLayout.of(BODIES).linear("heat"), 4, this::write);
    private FrameSampler frames = FrameSampler.open(physics.publisher.states());
    private boolean isWritten;
    private long frameNanos = 7 * MILLI;
    private long now;

    FrameChangesTest() {
        for (int body = 0; body < BODIES; body++) {
            physics.publisher.bodies().spawn(body);
        }
        physics.ticksCost(4 * MILLI);
    }

    /** Moves bodies along x at 1 per second. */
    private void write(StateWriter state, long simulationNanos) {
        if (simulationNanos == 0) {
            return;
        }
        for (int body = 0; body < BODIES; body++) {
            if (!isWritten || movers.contains(body)) {
                state.position(body, (float) (simulationNanos / 1e9), body, 0.1f);
                state.orientation(body, 0, 0, (float) Math.sin(body), (float) Math.cos(body));
            }
        }
        isWritten = true;
    }

    private Frame frame() {
        now += frameNanos;
        physics.runTo(now);
        return frames.sample(now);
    }

    @Test
    void uploadsOfTheRangesEqualAnUploadOfAll() {
        movers.addAll(Set.of(0, 63, 64, 200, 999));
        FloatBuffer poses = FloatBuffer.allocate(BODIES * Frame.POSE_FLOATS);
        FloatBuffer matrices = FloatBuffer.allocate(BODIES * Frame.MATRIX_FLOATS);
        FloatBuffer all = FloatBuffer.allocate(matrices.capacity());
        for (int i = 0; i < 200; i++) {
            Frame frame = frame();
            for (int range = 0; range < frame.changedRanges(); range++) {
                int from = frame.changedFrom(range);
                int to = frame.changedTo(range);
                frame.poses(from, to, poses.position(from * Frame.POSE_FLOATS));
                frame.matrices(from, to, matrices.position(from * Frame.MATRIX_FLOATS));
                assertEquals(to * Frame.MATRIX_FLOATS, matrices.position());
            }
            frame.matrices(0, frame.slots(), all.clear());
            assertArrayEquals(all.array(), matrices.array());
            frame.poses(0, frame.slots(), all.clear());
            assertArrayEquals(Arrays.copyOf(all.array(), poses.capacity()), poses.array());
            frame.poses(3, 5, all.clear());
            assertEquals(2 * Frame.POSE_FLOATS, all.position());
            assertEquals(frame.x()[4], all.get(Frame.POSE_FLOATS));
        }
    }
}
