package io.github.freestep.benchmarks.motion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.MotionMeter;
import io.github.freestep.testing.Rows;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.util.DoubleSummaryStatistics;
import java.util.Random;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;

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
            Thorough.isOn() ? new int[] {1, 2, 5, 10, 20, BY_DEFAULT} : new int[] {1, BY_DEFAULT};

    /** How uneven motion may be, how much judder it may have, and how many frames may stand still. */
    private record Bounds(double uneven, double judder, double still) {
        void check(double isUneven, double hasJudder, double stands, String what) {
            assertTrue(isUneven <= uneven && hasJudder <= judder && stands <= still, () -> what + ", not " + this);
        }
    }

    /** Of single runs, whose random steps may take longer for a while. */
    private static Bounds ofEach(String policy, double varying) {
        boolean random = varying > 0;
        if (policy.equals("slip")) {
            // At a slip, simulation time stands still while the picture goes on, so judder would be too strict.
            return new Bounds(0.15, 1, 20);
        }
        return random ? new Bounds(0.21, 0.21, 5) : new Bounds(0.005, 0.005, 0);
    }

    private static Bounds ofMean(String policy, double varying) {
        if (policy.equals("slip")) {
            return varying > 0 ? new Bounds(0.015, 0.02, 0.5) : new Bounds(0.001, 0.001, 0);
        }
        double most = 0.005 + 0.33 * varying;
        return new Bounds(most, most, 1);
    }

    /**
     * Without slips, the service steps every due tick without a rest, and the picture follows the steps evenly.
     * Otherwise, the speed is nine tenths of what the steps can reach.
     */
    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @Rows(
            usually = 5,
            value = {
                "slip, 1.2, 0, 144",
                "slip, 1.2, 0.2, 60",
                "slip, 2.5, 0, 144",
                "never, 1.5, 0, 60",
                "never, 1.05, 0.2, 144",
                "slip, 1.05, 0.2, 144",
                "slip, 1.5, 0.2, 240",
                "slip, 2.5, 0.2, 60",
                "never, 1.5, 0.2, 144",
                "never, 2.5, 0, 144"
            })
    void isShownAsEvenSlowMotion(String policy, double cost, double varying, double fps) {
        DoubleSummaryStatistics uneven = new DoubleSummaryStatistics();
        DoubleSummaryStatistics judder = new DoubleSummaryStatistics();
        DoubleSummaryStatistics still = new DoubleSummaryStatistics();
        for (int most : policy.equals("slip") ? MOST : new int[] {BY_DEFAULT}) {
            // Without variation, all seeds give the same run.
            for (long seed = 0; seed < (varying == 0 ? 1 : SEEDS); seed++) {
                try (OneThread both = overloaded(policy(policy, most), cost(cost, varying, seed))) {
                    Evenness even = new Evenness();
                    MotionMeter meter = show(both, fps, even);
                    String run =
                            "at most " + most + " ticks, seed " + seed + ": " + even + ", judder " + meter.judder();
                    ofEach(policy, varying).check(even.unevenness(), meter.judder(), even.still, run);
                    checkSpeed(policy, cost, both.physics().metrics().sustainedScale(), even.speed(), run);
                    uneven.accept(even.unevenness());
                    judder.accept(meter.judder());
                    still.accept(even.still);
                }
            }
        }
        ofMean(policy, varying)
                .check(
                        uneven.getAverage(),
                        judder.getAverage(),
                        still.getAverage(),
                        "unevenness " + uneven + ", judder " + judder + ", frames that stand still " + still);
    }

    private static void checkSpeed(String policy, double cost, double held, double shown, String run) {
        if (policy.equals("slip")) {
            assertEquals(0.9 / cost, held, 0.09 / cost, run);
        } else {
            assertEquals(1 / cost, shown, 0.03 / cost, run);
            assertEquals(1 / cost, held, 0.1 / cost, run);
        }
    }

    private static OverloadPolicy policy(String policy, int most) {
        return policy.equals("slip") ? slip(most) : OverloadPolicy.neverSlip();
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @Rows(
            usually = 2,
            value = {"300, 0", "1000, 0.02", "1000, 0", "300, 0.02"})
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
            frames[1] += both.physics().metrics().sustainedScale() < 1 ? 1 : 0;
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

    private static OverloadPolicy slip(int most) {
        return most == BY_DEFAULT ? OverloadPolicy.slip() : OverloadPolicy.slipAfter(most);
    }

    private static OneThread overloaded(OverloadPolicy overload, LongSupplier stepCostNanos) {
        return new OneThread(Scenes.of("springs", 1, Seeds.of(1), StepCost.NONE), overload, stepCostNanos);
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
