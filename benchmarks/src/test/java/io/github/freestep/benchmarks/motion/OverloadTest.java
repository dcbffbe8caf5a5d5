package io.github.freestep.benchmarks.motion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.MotionMeter;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.util.DoubleSummaryStatistics;
import java.util.Random;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks what the picture shows if all steps take longer than a tick. Where steps vary at random, a few heavy ones in a
 * row make a run much worse than the others. So the mean of the runs has a narrow bound, and a single run a wide one.
 */
class OverloadTest {
    private static final double TICK_NANOS = 10_000_000;
    private static final int SEEDS = 10;

    /** The most ticks that the service catches up. */
    private static final int BY_DEFAULT = 0;

    private static final int[] MOST =
            Thorough.isOn() ? new int[] {1, 2, 5, 10, 20, BY_DEFAULT} : new int[] {1, 5, BY_DEFAULT};

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @CsvSource({
        "1.05, 0, 60",
        "1.05, 0, 144",
        "1.05, 0.2, 60",
        "1.05, 0.2, 144",
        "1.2, 0, 60",
        "1.2, 0, 144",
        "1.2, 0.2, 60",
        "1.2, 0.2, 144",
        "1.5, 0, 60",
        "1.5, 0, 144",
        "1.5, 0.2, 60",
        "1.5, 0.2, 144",
        "1.5, 0.2, 240",
        "2.5, 0, 60",
        "2.5, 0, 144",
        "2.5, 0.2, 60",
        "2.5, 0.2, 144"
    })
    void isShownAsSmoothSlowMotion(double cost, double varying, double fps) {
        Runs runs = new Runs();
        for (int most : MOST) {
            for (long seed = 0; seed < seeds(varying); seed++) {
                try (OneThread both = overloaded(slip(most), cost(cost, varying, seed))) {
                    Evenness even = new Evenness();
                    MotionMeter meter = show(both, fps, even);
                    String motion = "at most " + most + " ticks, seed " + seed + ": " + even + ", " + motion(meter);
                    runs.add(even, meter);
                    // At a slip, simulation time stands still while the picture goes on, so judder would be too strict.
                    assertTrue(even.unevenness() <= 0.15, motion);
                    assertTrue(even.still <= 20, motion);
                    assertEquals(0.9 / cost, both.held(), 0.09 / cost, motion);
                }
            }
        }
        assertTrue(runs.unevenness() <= (varying == 0 ? 0.001 : 0.015), runs::toString);
        assertTrue(runs.judder() <= (varying == 0 ? 0.001 : 0.02), runs::toString);
        assertTrue(runs.still() <= (varying == 0 ? 0 : 0.5), runs::toString);
    }

    /** The service steps every due tick without a rest, and the picture follows the steps evenly. */
    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @CsvSource({
        "1.05, 0, 60, 0.005",
        "1.05, 0, 144, 0.005",
        "1.05, 0.1, 144, 0.03",
        "1.05, 0.2, 144, 0.07",
        "1.5, 0, 60, 0.005",
        "1.5, 0, 144, 0.005",
        "1.5, 0, 240, 0.005",
        "1.5, 0.1, 60, 0.03",
        "1.5, 0.1, 144, 0.03",
        "1.5, 0.2, 60, 0.06",
        "1.5, 0.2, 144, 0.07",
        "2.5, 0, 60, 0.005",
        "2.5, 0, 144, 0.005",
        "2.5, 0.1, 144, 0.035"
    })
    void isShownEvenlyIfNothingMayBeDropped(double cost, double varying, double fps, double unevenAtMost) {
        Runs runs = new Runs();
        double single = varying == 0 ? 1 : 3;
        for (long seed = 0; seed < seeds(varying); seed++) {
            try (OneThread both = overloaded(OverloadPolicy.neverSlip(), cost(cost, varying, seed))) {
                Evenness even = new Evenness();
                MotionMeter meter = show(both, fps, even);
                String motion = "seed " + seed + ": " + even + ", " + motion(meter);
                runs.add(even, meter);
                assertTrue(even.unevenness() <= single * unevenAtMost, motion);
                assertTrue(even.still <= (varying == 0 ? 0 : 5), motion);
                assertTrue(meter.judder() <= single * unevenAtMost, motion);
                assertEquals(1 / cost, even.speed(), 0.03 / cost, motion);
                assertEquals(1 / cost, both.held(), 0.1 / cost, motion);
            }
        }
        assertTrue(runs.unevenness() <= unevenAtMost, runs::toString);
        assertTrue(runs.judder() <= unevenAtMost, runs::toString);
        assertTrue(runs.still() <= 1, runs::toString);
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @CsvSource({"300, 0", "1000, 0", "300, 0.02", "1000, 0.02"})
    void stallsThatAreCaughtUpAreNotOverload(int stallMillis, double slowedAtMost) {
        double slowed = 0;
        for (int most : MOST) {
            for (long seed = 0; seed < SEEDS; seed++) {
                LongSupplier cost = stalling(slowedAtMost > 0, stallMillis, seed);
                try (OneThread both = overloaded(slip(most), cost)) {
                    double share = slowedShare(both);
                    assertTrue(share <= 5 * slowedAtMost, "at most " + most + " ticks, seed " + seed + ": " + share);
                    slowed += share;
                }
            }
        }
        // Random stalls can follow each other as closely as heavy steps, but not for long.
        assertTrue(slowed <= slowedAtMost * MOST.length * SEEDS, "in all: " + slowed + " minutes");
    }

    private static double slowedShare(OneThread both) {
        int[] frames = {0, 0};
        both.run(60, 60, nanos -> {
            frames[0]++;
            frames[1] += both.held() < 1 ? 1 : 0;
        });
        return (double) frames[1] / frames[0];
    }

    /** Light steps with a stall every two seconds, exactly or on average. */
    private static LongSupplier stalling(boolean atRandom, int stallMillis, long seed) {
        Random random = Seeds.random(seed);
        LongSupplier usual = cost(0.3, 0.2, seed);
        int[] steps = {0};
        return () -> {
            boolean stalls = atRandom ? random.nextInt(200) == 0 : ++steps[0] % 200 == 0;
            return usual.getAsLong() + (stalls ? stallMillis * 1_000_000L : 0);
        };
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @CsvSource({"0, 60", "0, 144", "0.2, 60", "0.2, 144"})
    void mergedStepsAreInvisible(double varying, double fps) {
        // A step takes the same time, however much time it simulates.
        Runs runs = new Runs();
        for (long seed = 0; seed < seeds(varying); seed++) {
            try (OneThread both = overloaded(OverloadPolicy.merge(4), cost(1.5, varying, seed))) {
                Evenness even = new Evenness();
                MotionMeter meter = show(both, fps, even);
                runs.add(even, meter);
                assertTrue(meter.judder() <= 0.1, "seed " + seed + ": " + motion(meter));
                assertEquals(1, both.held(), "seed " + seed);
            }
        }
        assertTrue(runs.judder() <= 0.02, runs::toString);
    }

    /** The speed is nine tenths of what whole merged steps can reach, as without merging. */
    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @CsvSource({"2, 2.5, 0, 60", "2, 2.5, 0, 144", "2, 5, 0.2, 144", "4, 5, 0, 144", "4, 5, 0.2, 144", "4, 8, 0, 60"})
    void tooHeavyMergedStepsGiveEvenSlowMotion(int merged, double cost, double varying, double fps) {
        Runs runs = new Runs();
        for (long seed = 0; seed < seeds(varying); seed++) {
            try (OneThread both = overloaded(OverloadPolicy.merge(merged), cost(cost, varying, seed))) {
                Evenness even = new Evenness();
                MotionMeter meter = show(both, fps, even);
                String motion = "seed " + seed + ": " + even + ", " + motion(meter);
                runs.add(even, meter);
                assertTrue(meter.judder() <= (varying == 0 ? 0.03 : 0.2), motion);
                assertTrue(even.unevenness() <= (varying == 0 ? 0.05 : 0.25), motion);
                assertTrue(even.still <= (varying == 0 ? 0 : 25), motion);
                assertEquals(0.9 * merged / cost, even.speed(), 0.11 * merged / cost, motion);
            }
        }
        assertTrue(runs.judder() <= 0.03, runs::toString);
        assertTrue(runs.unevenness() <= 0.05, runs::toString);
        assertTrue(runs.still() <= 4, runs::toString);
    }

    private static OverloadPolicy slip(int most) {
        return most == BY_DEFAULT ? OverloadPolicy.slip() : OverloadPolicy.slipAfter(most);
    }

    private static OneThread overloaded(OverloadPolicy overload, LongSupplier stepCostNanos) {
        return new OneThread(Scenes.of("springs", 1, Seeds.of(1), StepCost.NONE), overload, stepCostNanos);
    }

    /** Without variation, all seeds give the same run. */
    private static int seeds(double varying) {
        return varying == 0 ? 1 : SEEDS;
    }

    private static LongSupplier cost(double ticks, double varying, long seed) {
        Random random = Seeds.random(seed);
        return () -> (long) (ticks * TICK_NANOS * Math.max(0.1, 1 + varying * random.nextGaussian()));
    }

    private static String motion(MotionMeter meter) {
        return "judder " + meter.judder() + ", frozen " + meter.frozen() + ", jumping " + meter.jumping();
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

    /** The mean of several runs. */
    private static final class Runs {
        private final DoubleSummaryStatistics unevenness = new DoubleSummaryStatistics();
        private final DoubleSummaryStatistics judder = new DoubleSummaryStatistics();
        private final DoubleSummaryStatistics still = new DoubleSummaryStatistics();

        void add(Evenness even, MotionMeter meter) {
            unevenness.accept(even.unevenness());
            judder.accept(meter.judder());
            still.accept(even.still);
        }

        double unevenness() {
            return unevenness.getAverage();
        }

        double judder() {
            return judder.getAverage();
        }

        double still() {
            return still.getAverage();
        }

        @Override
        public String toString() {
            return "unevenness " + unevenness + ", judder " + judder + ", frames that stand still " + still;
        }
    }
}
