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
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.MotionMeter;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.VirtualClock;
import java.util.Random;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A host with a single thread: a frame takes the time of its steps plus the time of its drawing. */
class StepperOverloadTest {
    private static final long MILLI = 1_000_000;
    private static final double TICK_NANOS = 10 * MILLI;
    private static final long MEASURED_NANOS = 15_000 * MILLI;

    private final VirtualClock clock = new VirtualClock(0);
    private final MotionMeter meter = new MotionMeter();
    private Evenness even = new Evenness();
    private InlineStepper stepper;
    private FrameSampler sampler;
    private LongSupplier cost;
    private long drawNanos;
    private long beforeNanos;

    @ParameterizedTest
    @CsvSource({"0.5, 0, 0.001", "0.9, 0, 0.001", "1.1, 0, 0.01", "1.5, 0, 0.01", "1.1, 0.2, 0.12", "1.5, 0.2, 0.12"})
    void framesStayShortAndThePictureEvenIfNothingMayBeDropped(double ticks, double varying, double unevenAtMost) {
        for (int draw : new int[] {2, 8}) {
            StepperOverloadTest host = new StepperOverloadTest();
            double fps = host.measure(OverloadPolicy.neverSlip(), draw, cost(ticks, varying));
            String motion = String.format("drawing %d ms: %.1f fps, %s", draw, fps, host.even);
            assertTrue(fps >= 20, motion);
            assertTrue(host.even.unevenness() <= unevenAtMost, motion);
            assertEquals(0, host.even.still, motion);
            assertEquals(0, host.stepper.metrics().slips(), motion);
            assertEquals(host.stepper.metrics().sustainedScale(), host.even.speed(), 0.1, motion);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 100, 200, 300})
    void aLongStepIsNotFollowedByALongFrame(int millis) {
        for (double ticks : new double[] {0.05, 0.3, 0.5}) {
            StepperOverloadTest host = new StepperOverloadTest();
            int[] steps = {0};
            host.begin(
                    OverloadPolicy.slip(), 8, () -> (long) (steps[0]++ == 300 ? millis * MILLI : ticks * TICK_NANOS));
            while (steps[0] <= 300) {
                host.frame();
            }
            for (int i = 0; i < 50; i++) {
                long since = host.clock.nanoTime();
                host.frame();
                long took = host.clock.nanoTime() - since;
                assertTrue(took <= 50 * MILLI, "frame " + i + " takes " + took);
            }
            assertEquals(1, host.stepper.metrics().sustainedScale());
            assertTrue(host.stepper.metrics().droppedNanos() <= Math.max(0, millis - 240) * MILLI, "it is caught up");
            assertEquals(0, host.stepper.metrics().debtNanos());
        }
    }

    @Test
    void aHostWithTimesOtherThanItsFrameTimesIsNotSlowed() {
        begin(OverloadPolicy.slip(), 8, () -> (long) (3 * TICK_NANOS));
        for (int i = 0; i < 1_000; i++) {
            assertEquals(1, stepper.advance(10 * MILLI), "as for a server that runs ahead");
        }
        assertEquals(1, stepper.metrics().sustainedScale());
    }

    private static LongSupplier cost(double ticks, double varying) {
        Random random = Seeds.random(1);
        return () -> (long) (ticks * TICK_NANOS * Math.max(0.1, 1 + varying * random.nextGaussian()));
    }

    /** Returns the frames per second once the host has settled. */
    private double measure(OverloadPolicy overload, int drawMillis, LongSupplier stepCostNanos) {
        begin(overload, drawMillis, stepCostNanos);
        run(MEASURED_NANOS);
        meter.reset();
        even = new Evenness();
        return run(MEASURED_NANOS) * 1e9 / MEASURED_NANOS;
    }

    private void begin(OverloadPolicy overload, int drawMillis, LongSupplier stepCostNanos) {
        cost = stepCostNanos;
        drawNanos = drawMillis * MILLI;
        Simulation slow = new SlowSimulation(
                Scenes.of("springs", 1, Seeds.of(1), StepCost.NONE), () -> clock.advance(cost.getAsLong()));
        stepper = PhysicsService.builder(slow)
                .rate(100)
                .overloadPolicy(overload)
                .clock(clock)
                .onProblem(problem -> {})
                .inline();
        sampler = FrameSampler.open(stepper.states());
    }

    /** Returns the number of frames. */
    private int run(long nanos) {
        long end = clock.nanoTime() + nanos;
        int frames = 0;
        while (clock.nanoTime() < end) {
            frame();
            frames++;
        }
        return frames;
    }

    private void frame() {
        long now = clock.nanoTime();
        stepper.advance(now - beforeNanos);
        beforeNanos = now;
        Frame frame = sampler.sample();
        meter.add(frame);
        even.add(frame);
        clock.advance(drawNanos);
    }
}
