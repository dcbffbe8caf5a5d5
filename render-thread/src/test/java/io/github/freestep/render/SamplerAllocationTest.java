package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.display.LatencyMeter;
import io.github.freestep.render.display.MotionMeter;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Allocations;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import org.junit.jupiter.api.Test;

/** Measures the allocations of frames with bridges, pauses, stalls and meters with the counter of the JVM. */
class SamplerAllocationTest {
    private static final int ROUNDS = 5_000;
    private static final long FRAME_NANOS = 1_000_000_000 / 144;

    private final SimulatedPhysics physics =
            new SimulatedPhysics(StateLayout.of(100).linear("phase"), 4, (state, simulationNanos) -> {
                state.position(0, simulationNanos, 0, 0);
                state.position(99, 0, 0, 0);
                state.position(50, 0, 0, simulationNanos);
            });
    private final LatencyMeter latency = new LatencyMeter();
    private final MotionMeter motion = new MotionMeter();
    private final FrameSampler frames =
            FrameSampler.builder(physics.publisher.states()).listener(latency).open();
    private final FloatBuffer matrices = FloatBuffer.allocate(100 * Frame.MATRIX_FLOATS);
    private final FloatBuffer buffer = ByteBuffer.allocateDirect(matrices.capacity() * Float.BYTES)
            .order(ByteOrder.nativeOrder())
            .asFloatBuffer();
    private long now;
    private long round;
    private long bridged;

    @Test
    void aFrameAllocatesNothing() {
        physics.publisher.bodies().spawn(0);
        physics.publisher.bodies().spawn(99);
        physics.publisher.bodies().spawn(50);
        physics.publisher.bodies().attach(50, 0);
        assertEquals(0, Allocations.of(ROUNDS, this::run));
        assertTrue(motion.frames() >= ROUNDS && bridged > 0);
        assertTrue(latency.inputs(LatencyMeter.Part.WHOLE) > 100, latency::toString);
    }

    /** The limit is in units of 1024 x 1024 bytes. More than half of it are the states of the sampler's window. */
    @Test
    void aSamplerOfTenThousandBodiesTakesTwoMegabytes() {
        SimulatedPhysics large = new SimulatedPhysics(StateLayout.of(10_000), 4, (state, simulationNanos) -> {});
        Runnable open = () -> FrameSampler.open(large.publisher.states());
        open.run();
        long bytes = Allocations.once(open);
        assertTrue(bytes > 1 << 20 && bytes <= 2 << 20, bytes + " bytes must be at most 2 MB");
    }

    private void run() {
        now += FRAME_NANOS;
        switch ((int) (round++ % 100)) {
            case 20 -> physics.stall(now, 14_000_000);
            case 70 -> physics.stall(now, 300_000_000);
            case 40 -> physics.pause(now);
            case 50 -> physics.resume(now);
            case 60 -> physics.publisher.bodies().teleport(99);
            default -> {}
        }
        physics.runTo(now);
        Frame frame = frames.sample(now + FRAME_NANOS);
        motion.add(frame);
        for (int range = 0; range < frame.changedRanges(); range++) {
            int from = frame.changedFrom(range);
            frame.matrices(from, frame.changedTo(range), matrices.position(from * Frame.MATRIX_FLOATS));
        }
        for (int slot = frame.nextChanged(0); slot >= 0; slot = frame.nextChanged(slot + 1)) {
            frame.poses(slot, slot + 1, matrices.position(slot * Frame.POSE_FLOATS));
        }
        frame.matrices(0, frame.slots(), buffer.clear());
        frame.poses(0, frame.slots(), buffer.clear());
        bridged += frame.isBridged() ? 1 : 0;
    }
}
