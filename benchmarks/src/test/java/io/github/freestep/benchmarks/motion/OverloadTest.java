package io.github.freestep.benchmarks.motion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.MotionMeter;
import io.github.freestep.testing.Logs;
import io.github.freestep.testing.Rows;
import io.github.freestep.testing.Seeds;
import java.util.Random;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Checks what the picture shows if all steps take longer than a tick and none may be dropped: the service steps every
 * due tick without a rest, and the picture follows the steps evenly. Where steps vary at random, a few heavy ones in a
 * row make a run much worse than the others. So the mean of the runs has a narrow bound, and a single run a wide one.
 */
@Logs(perhaps = "LIKELY_MISTAKE: a sampler is used in a step") // In this simulation, one thread does both.
class OverloadTest {
    private static final double TICK_NANOS = 10_000_000;
    private static final int SEEDS = 10;

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @Rows(
            usually = 2,
            value = {"1.5, 0, 60", "1.05, 0.2, 144", "1.5, 0.2, 144", "2.5, 0, 144"})
    void isShownAsEvenSlowMotion(double cost, double varying, double fps) {
        double uneven = 0;
        double judder = 0;
        // Without variation, all seeds give the same run.
        int seeds = varying == 0 ? 1 : SEEDS;
        for (long seed = 0; seed < seeds; seed++) {
            try (OneThread both = new OneThread(
                    Scenes.of("springs", 1, Seeds.of(1), StepCost.NONE),
                    OverloadPolicy.neverSlip(),
                    cost(cost, varying, seed))) {
                Evenness even = new Evenness();
                MotionMeter meter = show(both, fps, even);
                String run = "seed " + seed + ": " + even + ", judder " + meter.judder();
                double most = varying == 0 ? 0.005 : 0.21;
                assertTrue(even.unevenness() <= most && meter.judder() <= most, run);
                assertTrue(even.still <= (varying == 0 ? 0 : 5), run);
                assertEquals(1 / cost, even.speed(), 0.03 / cost, run);
                assertEquals(1 / cost, both.physics().metrics().sustainedScale(), 0.1 / cost, run);
                uneven += even.unevenness() / seeds;
                judder += meter.judder() / seeds;
            }
        }
        double most = 0.005 + 0.33 * varying;
        assertTrue(uneven <= most && judder <= most, "uneven by " + uneven + ", judder " + judder);
    }

    static LongSupplier cost(double ticks, double varying, long seed) {
        Random random = Seeds.random(seed);
        return () -> (long) (ticks * TICK_NANOS * Math.max(0.1, 1 + varying * random.nextGaussian()));
    }

    /** Plays 30 seconds and measures the last 15. */
    private static MotionMeter show(OneThread both, double fps, Evenness even) {
        FrameSampler frames = FrameSampler.open(both.states());
        MotionMeter meter = new MotionMeter();
        both.run(15, fps, nanos -> meter.add(frames.sample(nanos)));
        meter.reset();
        both.run(15, fps, nanos -> {
            Frame frame = frames.sample(nanos);
            meter.add(frame);
            even.add(frame);
        });
        assertEquals(0, meter.backward());
        assertTrue(meter.frames() > 14 * fps);
        return meter;
    }
}
