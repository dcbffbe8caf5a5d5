package io.github.freestep.render.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RefreshLineTest {
    private static final int FRAMES = 2_000;
    private static final int LEARNED = 200;
    private static final int RUNS = Thorough.of(4, 200);
    private static final double PERIOD = 1e9 / 60;

    /** Returns a lateness by chance, with an exponential distribution: most are short. */
    private static double late(Random random, double mean) {
        return -Math.log(1 - random.nextDouble()) * mean;
    }

    /** Returns how uneven the times of late frames are, in shares of the period. */
    private static double uneven(RefreshLine line, double period, DoubleUnaryOperator lateness) {
        double squares = 0;
        long before = 0;
        for (int i = 0; i < FRAMES; i++) {
            double late = lateness.applyAsDouble(i);
            long time = line.time(Math.round(i * period + Math.min(late, 0.9 * period)));
            assertTrue(i == 0 || time >= before, "frame " + i + " is earlier than the one before");
            if (i > LEARNED) {
                squares += Math.pow((time - before) / period - 1, 2);
            }
            before = time;
        }
        return Math.sqrt(squares / (FRAMES - LEARNED));
    }

    /** The frames' own times have up to 2.7 %. */
    @ParameterizedTest
    @ValueSource(doubles = {24, 59.94, 60, 75, 90, 120, 144, 165, 240, 360})
    void framesOfADisplayAreEven(double hertz) {
        Seeds.first(RUNS).forEach(seed -> {
            Random random = Seeds.random(seed);
            double uneven = uneven(new RefreshLine(), 1e9 / hertz, frame -> late(random, 60_000));
            assertTrue(uneven < 0.001, () -> uneven + ", seed " + seed);
        });
    }

    /** Lateness lasts for some frames if a host near its limit makes up for it slowly. The own times have 2 %. */
    @Test
    void framesOfAHostNearItsLimitAreEven() {
        double[] squares = {0};
        Seeds.first(RUNS).forEach(seed -> {
            Random random = Seeds.random(seed);
            double[] late = {0};
            double uneven = uneven(
                    new RefreshLine(),
                    PERIOD,
                    frame -> late[0] = Math.max(0, late[0] + (0.1 * random.nextGaussian() - 0.15) * PERIOD)
                            + late(random, 60_000));
            squares[0] += uneven * uneven / RUNS;
        });
        assertTrue(squares[0] < 0.007 * 0.007, () -> "uneven by " + Math.sqrt(squares[0]));
    }

    /** Each frame follows from the one before it, so hardly any may look bound to a line. */
    @ParameterizedTest
    @CsvSource({"16, 0.06", "16, 0.5", "16, 2", "8, 0.3", "9, 0.3", "1, 0.1"})
    void framesAfterSleepsKeepTheirTimes(double sleepMillis, double lateMillis) {
        int[] moved = {0};
        Seeds.first(RUNS).forEach(seed -> {
            Random random = Seeds.random(seed);
            RefreshLine line = new RefreshLine();
            double now = 0;
            for (int i = 0; i < FRAMES; i++) {
                now += sleepMillis * 1e6 + late(random, lateMillis * 1e6);
                moved[0] += line.time(Math.round(now)) == Math.round(now) ? 0 : 1;
            }
        });
        double share = moved[0] / (double) (RUNS * FRAMES);
        assertTrue(share < 0.01, () -> share + " of the frames were moved");
    }

    /** As with frames that the GPU takes longer for, now and then. In 2,000 runs, 0.4 % of the frames were moved. */
    @Test
    void framesOfAVariableRateKeepTheirTimes() {
        int[] moved = {0};
        Seeds.first(RUNS).forEach(seed -> {
            Random random = Seeds.random(seed);
            RefreshLine line = new RefreshLine();
            double period = 1e9 / 90;
            double now = 0;
            for (int i = 0; i < FRAMES; i++) {
                period = Math.min(1e9 / 48, Math.max(1e9 / 144, period * Math.exp(random.nextGaussian() * 0.05)));
                now += period;
                moved[0] += line.time(Math.round(now)) == Math.round(now) ? 0 : 1;
            }
        });
        double share = moved[0] / (double) (RUNS * FRAMES);
        assertTrue(share < 0.01, () -> share + " of the frames were moved");
    }

    @Test
    void evenTimesAreNotMoved() {
        RefreshLine line = new RefreshLine();
        for (int i = 0; i < FRAMES; i++) {
            assertEquals(i * 10_000_000L, line.time(i * 10_000_000L));
        }
    }

    @Test
    void twoSamplesOfOneTimeAreOneFrame() {
        RefreshLine once = new RefreshLine();
        RefreshLine twice = new RefreshLine();
        Random random = Seeds.random(1);
        for (int i = 0; i < FRAMES; i++) {
            long own = Math.round(i * PERIOD + late(random, 200_000));
            assertEquals(once.time(own), twice.time(own));
            assertEquals(once.time(own), twice.time(own));
        }
    }

    private final RefreshLine learning = new RefreshLine();
    private final Random noise = Seeds.random(3);
    private int newest;

    private long onTime(int frames) {
        long time = 0;
        for (int i = 0; i < frames; i++) {
            time = learning.time(newest++ * 16_000_000L + noise.nextInt(200_000));
        }
        return time;
    }

    /**
     * Returns whether a frame that is late by a share of a refresh gets its time. The next one comes refreshes later.
     */
    private boolean isInTime(double late, int next) {
        // After a late frame that missed its refresh, frames keep their times for a while.
        long before = onTime(400);
        long time = learning.time(Math.round((newest + late) * 16_000_000));
        newest += next;
        return Math.abs(time - before - 16_000_000) < 100_000;
    }

    @Test
    void aLateFrameGetsTheTimeOfItsRefreshIfTheNextOnesSayThatSuchFramesAreDrawnInTime() {
        assertTrue(isInTime(0.45, 1), "as far as is known");
        assertTrue(isInTime(0.7, 1));
        assertTrue(isInTime(0.6, 2), "in time, as far as is known");
        assertTrue(!isInTime(0.65, 1), "one that was less late has missed its refresh");
        assertTrue(!isInTime(0.57, 1), "hardly less late");
        assertTrue(isInTime(0.5, 3), "in time, as far as is known");
        assertTrue(isInTime(0.5, 1), "a host that stood still says nothing");
    }

    @Test
    void framesKeepTheirTimesWhileTheLineWasTheWorseChoice() {
        assertTrue(isInTime(0.6, 2), "wrong, because it missed its refresh");
        onTime(1);
        long own = newest * 16_000_000L + 100_000;
        assertEquals(own, learning.time(own));
    }

    /** A loop that sleeps may fit a line for a while. */
    @ParameterizedTest
    @CsvSource({"36, false", "50, true"})
    void aLateFrameGetsTheTimeOfItsRefreshOnceManyHaveFitted(int frames, boolean isInTime) {
        long before = onTime(frames);
        long own = newest * 16_000_000L + 7_000_000;
        long time = learning.time(own);
        assertTrue(isInTime ? Math.abs(time - before - 16_000_000) < 100_000 : time == own, () -> time + " of " + own);
    }

    /** After more than one refresh without a frame, the host is bound to none. */
    @Test
    void aFrameAfterAStallKeepsItsTime() {
        onTime(300);
        newest += 2;
        long own = Math.round((newest + 0.6) * 16_000_000);
        assertEquals(own, learning.time(own));
    }

    /** Many late frames within a few mean another display. Single ones change nothing. */
    @Test
    void singleLateFramesDoNotMoveTheOthers() {
        RefreshLine with = new RefreshLine();
        double uneven = uneven(with, PERIOD, frame -> frame % 6 == 5 ? 0.375 * PERIOD : noise.nextInt(1_000_000));
        assertTrue(uneven < 0.002, () -> "uneven by " + uneven);
    }

    /** Within 90 frames. Only a rate that is almost the one before, or a fraction of it, is learned within 10 s. */
    @Test
    void everyRateIsLearnedSoon() {
        double[] rates = {24, 30, 50, 60, 75, 90, 120, 144, 165, 240, 360};
        for (double before : rates) {
            for (double after : rates) {
                Seeds.first(RUNS).forEach(seed -> change(before, after, seed));
            }
        }
    }

    private static void change(double before, double after, long seed) {
        String context = before + " to " + after + " Hz, seed " + seed;
        Random random = Seeds.random(seed);
        RefreshLine line = new RefreshLine();
        double changes = 3e9 + random.nextInt(100_000_000);
        double learned = changes + 90e9 / after;
        long last = 0;
        double lastOff = 0;
        for (double due = 0; due < learned + 2e9; due += 1e9 / (due < changes ? before : after)) {
            long time = line.time((long) (due + Math.min(200_000, Math.abs(random.nextGaussian() * 100_000))));
            assertTrue(time - last >= 0, context + ": backward");
            double off = time - due;
            // The least-squares line still moves by a part of the noise.
            assertTrue(due < learned || Math.abs(off - lastOff) < 150_000, context + ": not learned");
            assertTrue(due < learned + 1.5e9 || Math.abs(off - lastOff) < 40_000, context + ": uneven");
            last = time;
            lastOff = off;
        }
    }

    @Test
    void timesNeverDecrease() {
        Seeds.first(10 * RUNS).forEach(seed -> {
            Random random = Seeds.random(seed);
            RefreshLine line = new RefreshLine();
            long now = Long.MAX_VALUE - 10_000_000_000L;
            long before = now;
            for (int i = 0; i < FRAMES; i++) {
                now += random.nextInt(10) == 0 ? random.nextInt(50_000_000) : 16_000_000 + random.nextInt(1_000_000);
                long time = line.time(now);
                assertTrue(time - before >= 0, "seed " + seed + ", frame " + i);
                before = time;
            }
        });
    }

    /** The fourth misfit in succession begins the line again, unless enough frames have fitted after the first one. */
    @ParameterizedTest
    @CsvSource({"3, false", "4, true"})
    void eachFrameThatFitsMakesUpForAFifthOfAMisfit(int between, boolean isKept) {
        onTime(300);
        for (int misfit = 0; misfit < 4; misfit++) {
            onTime(misfit == 1 ? between : 0);
            learning.time(newest++ * 16_000_000L + 6_000_000);
        }
        long own = newest++ * 16_000_000L + 200_000;
        assertEquals(isKept, learning.time(own) != own);
    }

    @ParameterizedTest
    @CsvSource({"600, true", "601, false"})
    void aStopOfLessThanTenSecondsKeepsTheLine(int refreshes, boolean isKept) {
        onTime(300);
        newest += refreshes - 1;
        long own = newest * 16_000_000L + 200_000;
        assertEquals(isKept, learning.time(own) != own);
    }

    /** As after a debugger's stop: the small error of the period has added up to a part of a refresh. */
    @Test
    void aLongStopBeginsTheLineAgain() {
        onTime(300);
        newest += 200_000;
        long own = newest * 16_000_000L;
        assertEquals(own, learning.time(own));
        newest++;
        onTime(100);
        long before = onTime(1);
        assertEquals(16_000_000, onTime(1) - before, 20_000);
    }

    @Test
    void aTimeInThePastBeginsTheLineAgain() {
        for (int round = 0; round < 3; round++) {
            int moved = 0;
            for (int i = 0; i < 300; i++) {
                long own = i * 16_000_000L - round * 10_000_000_000L + noise.nextInt(200_000);
                long time = learning.time(own);
                assertTrue(i > 30 || time == own, "not learned yet");
                moved += time == own ? 0 : 1;
            }
            assertTrue(moved > 200, "moved " + moved + " in round " + round);
        }
    }
}
