package io.github.freestep.benchmarks.motion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameMode;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.MotionMeter;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.VirtualClock;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Around a stall, a picture is better than the newest state, with each policy for overload and with a stepper. */
class StallPoliciesTest {
    private static final long MILLI = 1_000_000;
    private static final long TICK_NANOS = 10 * MILLI;

    /** A step takes 60 % of a tick, so a stall takes a while to catch up with. */
    private static final long STEP_NANOS = 6 * MILLI;

    private static final double[] RATES = {60, 144};
    private static final int[] WINDOWS = {3, 4, 8};

    private static OverloadPolicy policy(String name) {
        return switch (name) {
            case "slip" -> OverloadPolicy.slip();
            case "slip after 3" -> OverloadPolicy.slipAfter(3);
            case "never slip" -> OverloadPolicy.neverSlip();
            default -> OverloadPolicy.merge(4);
        };
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @CsvSource({
        "slip, 100",
        "slip, 250",
        "slip, 1000",
        "slip after 3, 250",
        "never slip, 100",
        "never slip, 250",
        "never slip, 1000",
        "merge 4, 100",
        "merge 4, 250",
        "merge 4, 1000"
    })
    void aStallOfTheService(String policy, long stallMillis) {
        for (double fps : RATES) {
            for (int window : WINDOWS) {
                try (OneThread both = new OneThread(scene(), policy(policy), () -> STEP_NANOS, window)) {
                    Pictures pictures = new Pictures(both.states());
                    both.run(5, fps, pictures);
                    pictures.reset();
                    both.stall(stallMillis * MILLI);
                    both.run(3, fps, pictures);
                    pictures.check(fps + " fps, window " + window);
                }
            }
        }
    }

    /** The stall is in the loop that also draws, so no frame is drawn in it. */
    @ParameterizedTest
    @ValueSource(longs = {100, 250, 1_000})
    void aStallOfTheLoopOfAStepper(long stallMillis) {
        for (double fps : RATES) {
            VirtualClock clock = new VirtualClock(0);
            try (InlineStepper stepper =
                    PhysicsService.builder(scene()).rate(100).clock(clock).inline()) {
                Pictures pictures = new Pictures(stepper.states());
                long frame = (long) (1e9 / fps);
                for (int i = 0; i < 8 * fps; i++) {
                    boolean stalls = i == (int) (5 * fps);
                    if (stalls) {
                        pictures.reset();
                    }
                    long passed = stalls ? frame + stallMillis * MILLI : frame;
                    clock.advance(passed);
                    stepper.advance(passed);
                    pictures.accept(clock.nanoTime());
                }
                pictures.check(fps + " fps");
            }
        }
    }

    private static Simulation scene() {
        return Scenes.of("springs", 1, Seeds.of(1), StepCost.NONE);
    }

    /** What two samplers of the same states show. */
    private static final class Pictures implements LongConsumer {
        private final Picture picture;
        private final Picture newest;

        Pictures(StateBuffer states) {
            picture = new Picture(FrameSampler.open(states));
            newest = new Picture(
                    FrameSampler.builder(states).mode(FrameMode.LATEST).open());
        }

        @Override
        public void accept(long nanos) {
            picture.show(nanos);
            newest.show(nanos);
        }

        void reset() {
            picture.reset();
            newest.reset();
        }

        void check(String where) {
            String shown = where + ": " + picture + ", newest state " + newest;
            assertEquals(0, picture.meter.backward(), shown);
            assertTrue(picture.meter.judder() <= newest.meter.judder(), shown);
            assertTrue(picture.most <= newest.most + TICK_NANOS, shown);
            assertTrue(picture.still <= newest.still + 2 * TICK_NANOS, shown);
        }
    }

    private static final class Picture {
        private final MotionMeter meter = new MotionMeter();
        private final FrameSampler frames;
        private long frameNanos;
        private long shownNanos;
        private long movedNanos;

        /** The greatest step in a frame. */
        private long most;

        /** The longest time without motion. */
        private long still;

        Picture(FrameSampler frames) {
            this.frames = frames;
        }

        void show(long nanos) {
            Frame frame = frames.sample(nanos);
            meter.add(frame);
            long step = frame.simulationNanos() - shownNanos;
            most = Math.max(most, step);
            movedNanos = step > 0.1 * (nanos - frameNanos) ? nanos : movedNanos;
            still = Math.max(still, nanos - movedNanos);
            frameNanos = nanos;
            shownNanos = frame.simulationNanos();
        }

        void reset() {
            meter.reset();
            most = 0;
            still = 0;
        }

        @Override
        public String toString() {
            return "judder " + meter.judder() + ", most " + most / MILLI + " ms, still " + still / MILLI + " ms";
        }
    }
}
