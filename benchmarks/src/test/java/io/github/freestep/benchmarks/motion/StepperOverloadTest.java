package io.github.freestep.benchmarks.motion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.VirtualClock;
import java.util.Random;
import java.util.function.LongSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A host with a single thread: a frame takes the time of its steps plus the time of its drawing. */
class StepperOverloadTest {
    private static final long MILLI = 1_000_000;
    private static final double TICK_NANOS = 10 * MILLI;
    private static final long MEASURED_NANOS = 15_000 * MILLI;

    private final VirtualClock clock = new VirtualClock(0);
    private Evenness even = new Evenness();
    private InlineStepper stepper;
    private FrameSampler sampler;
    private long drawNanos;
    private long beforeNanos;

    @ParameterizedTest
    @CsvSource({"0.5, 0, 0.001", "0.9, 0, 0.001", "1.1, 0, 0.01", "1.5, 0, 0.01", "1.1, 0.2, 0.12", "1.5, 0.2, 0.12"})
    void framesStayShortAndThePictureEvenIfNothingMayBeDropped(double ticks, double varying, double unevenAtMost) {
        for (int draw : new int[] {2, 8}) {
            StepperOverloadTest host = new StepperOverloadTest();
            double fps = host.measure(draw, cost(ticks, varying));
            String motion = String.format("drawing %d ms: %.1f fps, %s", draw, fps, host.even);
            assertTrue(fps >= 20, motion);
            assertTrue(host.even.unevenness() <= unevenAtMost, motion);
            assertEquals(0, host.even.still, motion);
            assertEquals(0, host.stepper.metrics().slips(), motion);
            assertEquals(host.stepper.metrics().sustainedScale(), host.even.speed(), 0.1, motion);
        }
    }

    private static LongSupplier cost(double ticks, double varying) {
        Random random = Seeds.random(1);
        return () -> (long) (ticks * TICK_NANOS * Math.max(0.1, 1 + varying * random.nextGaussian()));
    }

    /** Returns the frames per second once the host has settled. */
    private double measure(int drawMillis, LongSupplier stepCostNanos) {
        drawNanos = drawMillis * MILLI;
        Simulation slow = new SlowSimulation(
                Scenes.of("springs", 1, Seeds.of(1), StepCost.NONE), () -> clock.advance(stepCostNanos.getAsLong()));
        stepper = PhysicsService.builder(slow)
                .rate(100)
                .overloadPolicy(OverloadPolicy.neverSlip())
                .clock(clock)
                .onProblem(problem -> {})
                .inline();
        sampler = FrameSampler.open(stepper.states());
        run(MEASURED_NANOS);
        even = new Evenness();
        return run(MEASURED_NANOS) * 1e9 / MEASURED_NANOS;
    }

    /** Returns the number of frames. */
    private int run(long nanos) {
        long end = clock.nanoTime() + nanos;
        int frames = 0;
        while (clock.nanoTime() < end) {
            long now = clock.nanoTime();
            stepper.advance(now - beforeNanos);
            beforeNanos = now;
            even.add(sampler.sample());
            clock.advance(drawNanos);
            frames++;
        }
        return frames;
    }
}
