package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.delay.AllowedLateness;
import io.github.freestep.render.delay.Motion;
import io.github.freestep.render.delay.PresentationClock;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Rows;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Measures how evenly a simulated reader shows motion: in its first seconds, at every rate, and after late ticks. */
class EvenMotionTest {
    private static final long MILLI = SimulatedPhysics.MILLI;
    private static final int SEEDS = 10;

    @ParameterizedTest
    @CsvSource({"5, 60", "45, 60", "1003, 60", "1009, 60", "1012, 60", "9, 20"})
    void theAgeOfTheFirstStatesIsNotTheirLateness(long firstFrameMillis, int fps) {
        SimulatedPhysics physics = new SimulatedPhysics();
        StateReader window = physics.publisher.states().reader();
        PresentationClock clock = new PresentationClock(Motion.INTERPOLATED, AllowedLateness.ADAPTIVE, false);
        for (int frame = 0; frame < 30; frame++) {
            long now = firstFrameMillis * MILLI + frame * 1_000_000_000L / fps;
            physics.runTo(now);
            clock.chooseTime(now, now, window, window.acquire());
        }
        assertEquals(10 + 3 + 0.3, clock.delayNanos() / MILLI, 0.001);
    }

    @ParameterizedTest
    @CsvSource({"30, 0", "30, 3.37", "100, 0", "100, 3.37", "1000, 0", "1000, 3.37"})
    void motionIsEvenFromTheFirstSecond(int rate, double joins) {
        double sum = 0;
        for (double fps : new double[] {60, 144}) {
            for (long seed = 0; seed < SEEDS; seed++) {
                Judder judder = new SimulatedReader.Settings(SimulatedReader.HEAVY)
                        .rate(rate)
                        .fps(fps)
                        .joins(joins, 4)
                        .run(seed)
                        .judder(0, 3);
                String context = fps + " fps, seed " + seed + ": " + judder;
                // The allowed lateness of a young reader rises or falls by at most 0.42 % of the clock's rate. In 85 of
                // 17,200 runs it let a rare state be late, and judder was up to 0.93 %.
                assertTrue(judder.rms() <= 1.2, context);
                assertEquals(0, judder.faults(), context);
                sum += judder.rms();
            }
        }
        // The mean of 8,000 runs is 0.18 % at 30 Hz.
        double mean = sum / (2 * SEEDS);
        assertTrue(mean <= 0.27, () -> "mean judder " + mean);
    }

    /**
     * In each mode, at every frame rate, with ticks whose costs are equal, log-normal, or three times as high at times.
     */
    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @CsvSource({
        "0.05, constant", "0.05, lognormal", "0.05, bimodal",
        "0.3, constant", "0.3, lognormal", "0.3, bimodal",
        "0.7, constant", "0.7, lognormal", "0.7, bimodal"
    })
    void motionIsEvenWhileTheWindowCoversAllLateness(double cost, String kind) {
        SimulatedReader.Load load = (seconds, random) -> switch (kind) {
            case "lognormal" -> cost * Math.exp(random.nextGaussian() * 0.3);
            case "bimodal" -> cost * (random.nextInt(20) == 0 ? 3 : 1);
            default -> cost;
        };
        // At a load of 70 %, steps queue up for longer now and then, and the delay grows, so that a picture may have to
        // wait for a state. Of 9,368 runs of other seeds, 184 were less even than all others, at most 1.74 %, and some
        // of these, and one more, had a frozen frame.
        boolean queues = cost == 0.7 && !kind.equals("constant");
        Set<Integer> uneven = new HashSet<>();
        double[] all = {24, 30, 48, 60, 72, 75, 90, 100, 120, 144, 165, 240, 360, 0};
        for (double fps : Thorough.isOn() ? all : new double[] {24, 144, 0}) {
            for (int run = 0; run < Thorough.of(2, 8); run++) {
                FrameMode mode = run % 2 == 0 ? FrameMode.INTERPOLATE : FrameMode.EXTRAPOLATE;
                SimulatedReader reading = new SimulatedReader.Settings(load)
                        .window(run % 4 < 2 ? 4 : 6)
                        .fps(fps)
                        .mode(mode)
                        .joins(0, 40)
                        .run(run / 2);
                Judder judder = reading.judder(15, 40);
                String context = mode + ", " + fps + " fps, seed " + run / 2 + ": " + judder;
                assertEquals(0, judder.backward(), context);
                if (reading.isCovered) {
                    if (judder.rms() > (mode == FrameMode.INTERPOLATE ? 0.3 : 1)) {
                        assertTrue(queues && judder.rms() <= 2, context);
                        uneven.add(run / 2);
                    } else {
                        assertTrue(judder.faults() <= (queues ? 1 : 0), context);
                    }
                    // A picture that has waited for a state is older by as much as it has waited, for a while. Of at
                    // most 7,200 runs of other seeds at 24 frames per second, 11 were older by up to 3.6 ms more.
                    double waited = fps == 24 ? 5_100_000 : 1_500_000;
                    double most = 10 * MILLI + reading.mostLateNanos + waited;
                    double delay = Arrays.stream(reading.delay).max().orElseThrow();
                    assertTrue(mode == FrameMode.EXTRAPOLATE || delay <= most, () -> context + ", delay " + delay);
                }
            }
        }
        assertTrue(uneven.size() <= 2, () -> "runs of these seeds were uneven: " + uneven);
    }

    /**
     * No delay can hide lateness beyond what a window and a bridge cover, so some runs are very uneven. One run in
     * eight has a judder of more than 12 %, so half of 40 have so much in one of 10^8 sets. In 40,000 runs, the delay
     * has settled within 5.0 s in all but one of a thousand, and within 5.3 s in all.
     */
    @ParameterizedTest
    @ValueSource(doubles = {60, 144})
    void aWarmUpIsSoonForgotten(double fps) {
        double[] judders = new double[40];
        double settled = 0;
        for (int seed = 0; seed < judders.length; seed++) {
            SimulatedReader reading = new SimulatedReader.Settings(SimulatedReader.WARM_UP)
                    .fps(fps)
                    .joins(0, 10)
                    .run(seed);
            assertEquals(0, reading.judder(0, 10).backward());
            assertEquals(0, reading.judder(3, 10).faults(), "seed " + seed);
            judders[seed] = reading.judder(0, 3).rms();
            settled = Math.max(settled, reading.settledSeconds());
        }
        Arrays.sort(judders);
        assertTrue(judders[judders.length / 2] < 12, "median judder " + judders[judders.length / 2]);
        assertTrue(settled <= 6, "settled after " + settled);
    }

    /**
     * Extrapolates motion with log-normal tick costs of 60 % of the period. A tick that is much later than all of the
     * last seconds cannot be hidden, so this checks what several runs of 30 s have in common, and leaves the worst one
     * out. At 30 and 500 Hz, the worst of 200 runs had 3 % and 8 frozen or jumping frames; of ten runs without their
     * worst, the mean was at most 0.41 %, and they had at most 7 such frames (20 times ten). Without the longer allowed
     * lateness of extrapolation, the means are up to 1.4 % and 3 frames in each run.
     */
    @ParameterizedTest
    @Rows(
            usually = 2,
            value = {
                "30, 23.976",
                "30, 500",
                "60, 60",
                "100, 240",
                "30, 240",
                "41, 500",
                "60, 500",
                "128, 165",
                "128, 500"
            })
    void extrapolatedMotionIsEvenAtEveryRate(int rate, double fps) {
        int seeds = Thorough.of(10, 20);
        double sum = 0;
        double worst = 0;
        int faults = 0;
        int most = 0;
        for (long seed : Seeds.first(seeds).toArray()) {
            Judder judder = new SimulatedReader.Settings(
                            (seconds, random) -> 0.6 * Math.exp(0.3 * random.nextGaussian()))
                    .rate(rate)
                    .fps(fps)
                    .mode(FrameMode.EXTRAPOLATE)
                    .joins(0, 45)
                    .run(seed)
                    .judder(15, 45);
            assertEquals(0, judder.backward(), "seed " + seed);
            faults += judder.faults();
            most = Math.max(most, judder.faults());
            sum += judder.rms();
            worst = Math.max(worst, judder.rms());
        }
        double mean = (sum - worst) / (seeds - 1);
        assertTrue(mean <= 0.6, () -> "mean judder " + mean);
        assertTrue(faults - most <= seeds, faults - most + " frozen or jumping frames");
    }

    /**
     * A pause of 25 ms every two seconds, with the states and windows that a service has by default, and from 68 to 99
     * Hz with the window that the page names. Displays below 48 Hz see too few states if a window hides only 30 ms.
     */
    @ParameterizedTest
    @CsvSource({
        "60, 1, 4",
        "67, 1, 4",
        "68, 1, 6",
        "95, 1, 6",
        "99, 1, 6",
        "100, 1, 6",
        "101, 1, 7",
        "120, 1, 7",
        "128, 1, 8",
        "144, 1, 8",
        "149, 1, 8",
        "200, 1, 8",
        "250, 2, 7",
        "1000, 5, 8"
    })
    void aGarbageCollectionPauseIsCovered(int rate, int writtenEvery, int window) {
        double hiddenSeconds = (window - 2.0) * writtenEvery / rate;
        double[] displays = hiddenSeconds > 0.03 ? new double[] {24, 30, 60, 144} : new double[] {48, 60, 144};
        double sum = 0;
        int runs = 0;
        for (double fps : displays) {
            for (long seed = 0; seed < Thorough.of(1, 6); seed++) {
                double phase = 0.408 * seed;
                SimulatedReader reading = new SimulatedReader.Settings(
                                (seconds, random) -> 0.05 + pause(seconds + phase, rate))
                        .rate(rate)
                        .writtenEvery(writtenEvery)
                        .window(window)
                        .fps(fps)
                        .joins(0, 45)
                        .run(seed);
                Judder judder = reading.judder(15, 45);
                String context = fps + " fps, seed " + seed + ": " + judder;
                // With 200 seeds each, one run in 100 has more than 0.12 %, because its delay leaves a part of each
                // pause to bridges. The worst of these 10,800 have 0.52 and 0.85 %, in 24 frames a second.
                assertTrue(judder.rms() <= 1, context);
                sum += judder.rms();
                runs++;
                assertEquals(0, judder.faults(), context);
                // A bridge lasts 10 ms at least.
                assertTrue(reading.delayAt(40) > 15_000_000, "the delay and a bridge must cover it; " + context);
            }
        }
        assertTrue(sum / runs <= 0.3, "a mean of " + sum / runs + " %");
    }

    /** Returns the cost of the pause for the one tick that starts just after each even second. */
    private static double pause(double seconds, int rate) {
        // A quarter of a tick later, so that rounding selects neither two ticks nor none.
        return (seconds + 0.25 / rate) % 2 < 1.0 / rate ? 0.025 * rate : 0;
    }

    /** One state in twenty is late, or one each second. Without bridges, the delays are 19.4, 19.7 and 37 ms. */
    @ParameterizedTest
    @CsvSource({"heavy, 13.6", "jittery, 11", "slow, 28.7"})
    void rareLatenessIsLeftToBridges(String kind, double mostMillis) {
        SimulatedReader.Load load = (seconds, random) -> switch (kind) {
            case "heavy" -> SimulatedReader.HEAVY.cost(seconds, random);
            case "jittery" -> 0.03 + (random.nextInt(20) == 0 ? 0.9 : 0);
            default -> seconds % 1 < 0.0099 ? 2.5 : 0.05;
        };
        for (double fps : new double[] {60, 144}) {
            SimulatedReader reading = new SimulatedReader.Settings(load)
                    .window(6)
                    .fps(fps)
                    .joins(0, 60)
                    .run(1);
            assertTrue(reading.meanMillis(25) <= mostMillis && reading.bridged(25) > 0, () -> reading.from(25));
            // By the times that were passed, up to 0.2 % if some of them look like those of a display by chance.
            Judder judder = Judder.of(reading.made, reading.shown, 15);
            assertTrue(judder.rms() <= 0.03 && judder.faults() == 0, judder::toString);
        }
    }

    /** One late tick in a run of 40 s, at any phase of the seconds by which lateness is kept. */
    @ParameterizedTest
    @CsvSource({"0.05, 5", "0.05, 10", "0.05, 15", "0.3, 5", "0.3, 10", "0.3, 15", "0.7, 10"})
    void aSingleHiddenLateTickDoesNotRaiseTheDelay(double cost, double lateMillis) {
        int phases = Thorough.of(5, 20);
        for (int phase = 0; phase < phases; phase++) {
            double at = 30.005 + (double) phase / phases;
            SimulatedReader reading = new SimulatedReader.Settings(
                            (seconds, random) -> cost + extra(seconds, at, lateMillis))
                    .joins(0, 45)
                    .run(phase);
            double since = at - reading.frames[0] / 1e9;
            double before = reading.delayAt(since - 0.1);
            double after = reading.delayAt(since + 1.1);
            String context = "phase " + phase + ": from " + before + " to " + after;
            assertTrue(after - before <= 1e6, context);
            assertEquals(0, reading.judder(since - 0.5, 45).faults(), context);
            // With 3 seeds of 180, one frame is off ten seconds later, whatever the late tick was, which makes 0.23 to
            // 0.36 %. With all others, it is at most 0.02 %.
            assertTrue(reading.judder(since + 1.5, 45).rms() <= 0.5, context);
        }
    }

    private static double extra(double seconds, double at, double millis) {
        return seconds >= at && seconds < at + 0.0099 ? millis / 10 : 0;
    }

    private static final long BEGINS = 10_000 * MILLI;
    private static final long ENDS = 15_000 * MILLI;
    private static final long SECOND = 1_000 * MILLI;

    @ParameterizedTest
    @ValueSource(doubles = {30, 60, 144})
    void thePictureIsEvenASecondLater(double fps) {
        int seeds = Thorough.of(10, 60);
        double worst = 0;
        long starved = 0;
        for (long seed : Seeds.first(seeds).toArray()) {
            Random random = Seeds.random(seed);
            SimulatedPhysics physics = new SimulatedPhysics(100, 4);
            physics.dropsBacklog();
            LongStream.Builder times = LongStream.builder();
            LongStream.Builder pictures = LongStream.builder();
            int starving = 0;
            try (FrameSampler frames = FrameSampler.open(physics.publisher.states())) {
                double now = 4 * MILLI;
                long stallAt = BEGINS;
                for (; now < ENDS + 15 * SECOND; now += Math.exp(0.02 * random.nextGaussian()) * SECOND / fps) {
                    starving += now < ENDS + SECOND ? 1 : 0;
                    physics.ticksCost(2 * MILLI + random.nextInt(3_000_000));
                    if (now >= stallAt && now < ENDS) {
                        physics.stall((long) now, (20 + random.nextInt(100)) * MILLI);
                        stallAt = (long) now + (20 + random.nextInt(200)) * MILLI;
                    }
                    physics.runTo((long) now);
                    times.add((long) now);
                    pictures.add(frames.sample((long) now).simulationNanos());
                }
            }
            long[] at = times.build().toArray();
            long[] shown = pictures.build().toArray();
            starved += Judder.of(Arrays.copyOf(at, starving), Arrays.copyOf(shown, starving), 0)
                    .faults();
            Judder judder = Judder.of(at, shown, (ENDS + SECOND) / 1e9);
            assertEquals(0, judder.faults(), "seed " + seed);
            worst = Math.max(worst, judder.rms());
        }
        assertTrue(starved > 10L * seeds, "only " + starved + " frames froze or jumped in the starved seconds");
        assertTrue(worst <= 1, "judder " + worst + " %");
    }
}
