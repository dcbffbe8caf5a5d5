package io.github.freestep.benchmarks.motion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.scenes.Walkers;
import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.MotionMeter;
import io.github.freestep.testing.Await;
import io.github.freestep.time.NanoClock;
import org.junit.jupiter.api.Test;

/** A service and a sampler, each with its own clock. */
class TwoThreadsTest {
    private static final long FRAME_NANOS = 1_000_000_000 / 144;

    /**
     * Does not check evenness, which depends on the load of the machine. The picture never goes back and shows
     * simulated states.
     */
    @Test
    void aSamplerBesideAServiceNeverGoesBack() {
        NanoClock clock = NanoClock.system();
        PreciseWait wait = new PreciseWait(clock);
        MotionMeter meter = new MotionMeter();
        try (PhysicsService physics =
                        PhysicsService.builder(new Walker(3_000_000)).start();
                FrameSampler frames = FrameSampler.open(physics.states())) {
            // On a busy machine, more frames than those below may come before the first state.
            Await.until(() -> frames.sample().slots() > 0, physics::status);
            long due = clock.nanoTime();
            float before = 0;
            for (int i = 0; i < 300; i++) {
                due += FRAME_NANOS;
                wait.until(due);
                Frame frame = frames.sample();
                meter.add(frame);
                assertTrue(frame.x()[0] >= before - 1e-6, "backward");
                // An extrapolation across a gap is blended out, so it may be off by a small part of the gap.
                assertEquals(frame.simulationNanos() / 1e9, frame.x()[0], 0.011);
                before = frame.x()[0];
            }
        }
        assertEquals(0, meter.backward());
    }

    @Test
    void aStepperIsShownWithoutDelay() {
        InlineStepper stepper = PhysicsService.builder(new Walker(0)).inline();
        FrameSampler frames = FrameSampler.open(stepper.states());
        MotionMeter meter = new MotionMeter();
        for (int i = 0; i < 500; i++) {
            stepper.advance(FRAME_NANOS);
            Frame frame = frames.sample();
            if (i > 10) {
                assertEquals(stepper.alpha(), frame.alpha() % 1, 1e-6);
                assertEquals(frame.currentSimulationNanos() - 10_000_000, frame.simulationNanos());
                assertEquals(frame.simulationNanos() / 1e9, frame.x()[0], 1e-5);
            }
            meter.add(frame);
        }
        assertEquals(0, meter.backward() + meter.bridged());
        assertEquals(0, meter.frozen() + meter.jumping(), 3, "while the first two states come");
    }

    /** A body that walks at 1 m/s, with steps that take time. */
    private static final class Walker extends Walkers {
        private final long costNanos;

        Walker(long costNanos) {
            super(1);
            this.costNanos = costNanos;
        }

        @Override
        public void step(Tick tick) {
            x = (float) (tick.simulationNanos() / 1e9);
            long since = System.nanoTime();
            while (System.nanoTime() - since < costNanos) {
                Thread.onSpinWait();
            }
        }
    }
}
