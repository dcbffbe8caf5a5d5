package io.github.freestep.render.display;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.display.DisplayMeter.Cause;
import io.github.freestep.testing.Seeds;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DisplayMeterTest {
    private static final long MILLI = 1_000_000;
    private static final long REFRESH = 16_666_667;

    private final DisplayMeter meter = new DisplayMeter();
    private long frame;
    private long display;

    /** Adds a frame that is made, shows motion and is displayed after the given times. */
    private void add(long made, long moved, long passed) {
        frame += made;
        display += passed;
        shown += moved;
        meter.add(shown, frame, display);
    }

    private long shown;

    @Test
    void theErrorIsTheAdvanceOfSimulationTimeLessThatOfDisplayTime() {
        meter.add(1_000 * MILLI, 0, 5_000 * MILLI);
        assertEquals(0, meter.frames(), "one frame has no error");
        meter.add(1_016 * MILLI, 0, 5_020 * MILLI);
        assertEquals(-4, meter.errorMillis(), "the picture falls behind");
        meter.add(1_036 * MILLI, 0, 5_030 * MILLI + 1);
        assertEquals(9.999999, meter.errorMillis(), "it jumps ahead");
        assertEquals(2, meter.frames());
        assertEquals(3, meter.displayed());
        assertEquals(4, meter.errorMillis(0.5), 0.12);
        assertEquals(9.999999, meter.errorMillis(1));
        assertEquals(1, meter.above1Milli());
        assertEquals(0.5, meter.above4Millis(), "4 ms are not above 4 ms");
    }

    @Test
    void quantilesAreAtMostThreePercentTooHigh() {
        Random random = Seeds.random(1);
        long[] errors = new long[5_000];
        for (int i = 0; i < errors.length; i++) {
            errors[i] = (long) Math.exp(random.nextDouble() * Math.log(1e15));
            add(0, (random.nextBoolean() ? 1 : -1) * errors[i] + REFRESH, REFRESH);
        }
        // The first frame has no error.
        long[] sorted = Arrays.copyOfRange(errors, 1, errors.length);
        Arrays.sort(sorted);
        for (double share : new double[] {0, 0.01, 0.25, 0.5, 0.95, 0.99, 1}) {
            double exact = sorted[(int) Math.max(0, Math.ceil(share * sorted.length) - 1)] / 1e6;
            double most = Math.max(exact * 1.032, exact + 32e-6);
            double is = meter.errorMillis(share);
            assertTrue(is >= exact && is <= most, () -> share + ": " + is + ", exactly " + exact);
        }
        assertEquals(Arrays.stream(sorted).filter(e -> e > MILLI).count() / 4999.0, meter.above1Milli(), 1e-9);
    }

    @Test
    void aDisplayWithAVariableRateHasNoRefreshesToMiss() {
        Random random = Seeds.random(2);
        for (int i = 0; i < 300; i++) {
            long passed = 7 * MILLI + random.nextInt((int) (13 * MILLI));
            add(passed, passed, passed);
        }
        assertEquals(0, meter.periodNanos());
        assertEquals(0, meter.missedRefreshes() + meter.repeatedRefreshes());
        assertEquals(0, meter.errorMillis(1));
    }

    @Test
    void thePeriodIsKnownAfter32TimesBetweenFramesAndForgottenWithTheFramesOfAnotherSampler() {
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 32; i++) {
                add(REFRESH, REFRESH, REFRESH);
            }
            assertEquals(0, meter.periodNanos());
            add(REFRESH, REFRESH, REFRESH);
            assertEquals(REFRESH, meter.periodNanos());
            for (int i = 0; i < 5; i++) {
                add(REFRESH, REFRESH, REFRESH);
            }
            meter.begin();
        }
        add(REFRESH, REFRESH, REFRESH);
        add(REFRESH, REFRESH, 2 * REFRESH);
        assertEquals(1, meter.wrong(Cause.FRAME), "before the usual time is known, the display is believed");
    }

    /** Times from frame to frame, and the period, in twentieths of a refresh. */
    @ParameterizedTest
    @CsvSource({
        "30 x 20 + 2 x 30, 20",
        "29 x 40 + 3 x 60, 20",
        "30 x 40 + 2 x 60, 40",
        "20 x 80 + 12 x 100, 20",
        "26 x 20 + 6 x 30, 10",
        "16 x 20 + 16 x 25, 5",
        "16 x 25 + 16 x 30, 0",
        "16 x 20 + 16 x 40, 20",
        // Another display, whose times fit the period of the first one or not.
        "200 x 20 + 160 x 10, 10",
        "64 x 10 + 160 x 24, 24",
        // A menu that did not wait for the display.
        "200 x 2 + 300 x 20, 20",
        // Torn frames.
        "40 x 0.4, 0",
        // A few odd times do not hide the period of a faster loop.
        "64 x 20 + 1 x 46 + 39 x 40 + 1 x 46 + 39 x 40 + 1 x 46 + 39 x 40 + 1 x 46 + 7 x 40, 20"
    })
    void thePeriodIsTheLongestOneThatFits(String times, int twentieths) {
        add(0, 0, 0);
        for (String each : times.split(" \\+ ")) {
            String[] parts = each.split(" x ");
            for (int i = 0; i < Integer.parseInt(parts[0]); i++) {
                long passed = Math.round(Double.parseDouble(parts[1]) * (REFRESH / 20.0));
                add(passed, passed, passed);
            }
        }
        assertEquals(twentieths * (REFRESH / 20.0), meter.periodNanos(), REFRESH / 100);
    }

    /** A match that waits stands still, and so does a paused one, even while its newest state is replaced. */
    @Test
    void aFrameCountsOnlyIfTimeMovesInItAndWasNotPausedBefore() {
        DisplayMeter of = new DisplayMeter();
        of.add(100, 100, 1, 0, REFRESH);
        of.add(100, 100, 1, 0, 3 * REFRESH);
        assertEquals(0, of.frames(), "it stands still");
        of.add(100 + REFRESH, 100 + REFRESH, 1, 0, 4 * REFRESH);
        assertEquals(1, of.frames());
        long latency = of.latencyNanos();
        of.add(100 + 2 * REFRESH, 100 + 2 * REFRESH, 0, 0, 5 * REFRESH);
        of.add(100 + 3 * REFRESH, 100 + 3 * REFRESH, 0, 0, 6 * REFRESH);
        assertEquals(latency, of.latencyNanos());
        of.add(100 + 4 * REFRESH, 100 + 4 * REFRESH, 1, 0, 7 * REFRESH);
        assertEquals(1, of.frames(), "it was paused before");
        of.add(100 + 5 * REFRESH, 100 + 5 * REFRESH, 1, 0, 8 * REFRESH);
        assertEquals(2, of.frames());
        assertEquals(7, of.displayed());
    }

    /**
     * Columns, in tenths of a refresh: frame interval, simulated time, display interval. They are those of the frame
     * after one that was shown late.
     */
    @ParameterizedTest
    @CsvSource({
        "2, 2, 10, FRAME",
        "14, 14, 10, FRAME",
        "20, 20, 10, REFRESH",
        "16, 16, 10, REFRESH",
        "12, 12, 5, REFRESH",
        "10, 10, 20, REFRESH",
        "13, 16, 10, SIMULATION_TIME",
        "13, 15, 10, FRAME"
    })
    void theLargestPartOfAnErrorIsToBlame(int made, int moved, int passed, Cause cause) {
        for (int i = 0; i < 64; i++) {
            add(REFRESH, REFRESH, REFRESH);
        }
        add(REFRESH, REFRESH, 2 * REFRESH);
        assertEquals(1, meter.wrong(Cause.REFRESH));
        long before = meter.wrong(cause);
        add(made * REFRESH / 10, moved * REFRESH / 10, passed * REFRESH / 10);
        assertEquals(before + 1, meter.wrong(cause));
    }

    @Test
    void aLoopOfHalfTheRateRepeatsEachFrameAndMissesWhatTakesLonger() {
        // No frame takes one refresh. Those that take three show the period.
        for (int i = 0; i < 100; i++) {
            add(2 * REFRESH, 2 * REFRESH, i % 10 == 0 ? 3 * REFRESH : 2 * REFRESH);
        }
        assertEquals(REFRESH, meter.periodNanos(), 1_000);
        long repeated = meter.repeatedRefreshes();
        long missed = meter.missedRefreshes();
        for (int i = 0; i < 10; i++) {
            add(2 * REFRESH, 2 * REFRESH, i == 5 ? 4 * REFRESH : 2 * REFRESH);
        }
        assertEquals(missed + 2, meter.missedRefreshes());
        assertEquals(repeated + 12, meter.repeatedRefreshes());
    }

    @Test
    void aDisplayTimeBeforeTheLastOneBeginsANewComparison() {
        add(REFRESH, REFRESH, 100 * REFRESH);
        add(REFRESH, REFRESH, -50 * REFRESH);
        assertEquals(0, meter.frames());
        add(REFRESH, REFRESH, REFRESH + MILLI);
        assertEquals(-1, meter.errorMillis());
    }
}
