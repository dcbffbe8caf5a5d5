package io.github.freestep.render.display;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.SimulatedPhysics;
import io.github.freestep.testing.Allocations;
import org.junit.jupiter.api.Test;

/** Measures the allocations of a sampler that is measured, with the counter of the JVM. */
class DisplayAllocationTest {
    private static final int ROUNDS = 5_000;
    private static final long FRAME_NANOS = 1_000_000_000 / 144;

    private final SimulatedPhysics physics = new SimulatedPhysics(100, 4);
    private final LatencyMeter latency = new LatencyMeter();
    private final MotionMeter motion = new MotionMeter();
    private final FrameSampler frames =
            FrameSampler.builder(physics.publisher.states()).listener(latency).open();
    private long now;
    private long round;

    @Test
    void aMeasuredFrameAllocatesNothing() {
        assertEquals(0, Allocations.of(ROUNDS, this::run));
        assertTrue(motion.frames() >= ROUNDS);
        assertTrue(latency.inputs(LatencyMeter.Part.WHOLE) > 100, latency::toString);
    }

    private void run() {
        now += FRAME_NANOS;
        switch ((int) (round++ % 100)) {
            case 20 -> physics.stall(now, 14_000_000);
            case 70 -> physics.stall(now, 300_000_000);
            case 40 -> physics.pause(now);
            case 50 -> physics.resume(now);
            default -> {}
        }
        physics.runTo(now);
        motion.add(frames.sample(now + FRAME_NANOS));
    }
}
