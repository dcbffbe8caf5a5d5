package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import org.junit.jupiter.api.Test;

class SparksTest {
    private static final long TICK_NANOS = 10_000_000;

    private final double[] updated = {-1};

    private final Rendering rendering = new Rendering(seconds -> updated[0] = seconds) {
        @Override
        boolean isOpen() {
            return false;
        }

        @Override
        void draw(int slot, float x, float y, float z) {}

        @Override
        void playSound(int slot, float impulse) {}
    };

    @Test
    void aCommandAddsASparkAndAClickKicksIt() {
        try (InlineStepper stepper = PhysicsService.builder(new Sparks()).inline();
                FrameSampler frames = FrameSampler.open(stepper.states())) {
            assertEquals(1, Sparks.use(stepper));
            for (int i = 0; i < 10; i++) {
                stepper.advance(TICK_NANOS);
                frames.sample();
            }
            Frame frame = frames.sample();
            assertEquals(10, frame.y()[1]);
            Rendering.click(stepper, frame, Rendering.hits(), 1, 10);
            stepper.advance(10 * TICK_NANOS);
            assertEquals(10.45f, frames.sample().y()[1], 1e-5f);
        }
    }

    @Test
    void timeForParticlesStandsStillInAPause() {
        try (InlineStepper stepper = PhysicsService.builder(new Sparks()).inline();
                FrameSampler frames = FrameSampler.open(stepper.states())) {
            for (int i = 0; i < 5; i++) {
                stepper.advance(TICK_NANOS);
                rendering.update(frames.sample());
            }
            assertEquals(0.01, updated[0], 1e-9);
            stepper.pause();
            for (int i = 0; i < 5; i++) {
                stepper.advance(TICK_NANOS);
                rendering.update(frames.sample());
            }
            assertEquals(0, updated[0]);
        }
    }
}
