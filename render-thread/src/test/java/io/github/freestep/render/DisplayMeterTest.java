package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.DisplayMeter.Cause;
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
    void withoutDisplayTimesItHasNoFigures() {
        assertEquals(0, meter.displayed());
        assertTrue(Double.isNaN(meter.errorMillis()) && Double.isNaN(meter.errorMillis(0.5)));
        assertTrue(Double.isNaN(meter.above1Milli()) && Double.isNaN(meter.above4Millis()));
        assertTrue(meter.toString().startsWith("no display times"), meter.toString());
        add(0, 0, 0);
        add(REFRESH, REFRESH, REFRESH);
        assertTrue(meter.toString().startsWith("animation error p50 0.000,"), meter.toString());
        assertThrows(IllegalArgumentException.class, () -> meter.errorMillis(1.01));
        assertThrows(IllegalArgumentException.class, () -> meter.errorMillis(Double.NaN));
    }

    @Test
    void quantilesAreAtMostThreePercentTooHigh() {
        Random random = Seeds.random(1);
        long[] errors = new long[5_000];
        for (int i = 0; i < errors.length; i++) {
            errors[i] = (long) Math.exp(random.nextDouble() * Math.log(20e9));
            add(0, (random.nextBoolean() ? 1 : -1) * errors[i] + REFRESH, REFRESH);
        }
        // The first frame has no error.
        long[] sorted = Arrays.copyOfRange(errors, 1, errors.length);
        Arrays.sort(sorted);
        for (double share : new double[] {0, 0.01, 0.25, 0.5, 0.95, 0.99, 1}) {
            double exact = sorted[(int) Math.max(0, Math.ceil(share * sorted.length) - 1)] / 1e6;
            double most = Math.max(exact * 1.032, exact + 32e-6);
            double is = meter.errorMillis(share);
            // Beyond 17 s, all are alike.
            assertTrue(exact > 17_000 || is >= exact && is <= most, () -> share + ": " + is + ", exactly " + exact);
        }
        assertEquals(Arrays.stream(sorted).filter(e -> e > MILLI).count() / 4999.0, meter.above1Milli(), 1e-9);
    }

    @Test
    void aDisplayTimeBeforeTheLastOneBeginsANewComparison() {
        add(REFRESH, REFRESH, 100 * REFRESH);
        add(REFRESH, REFRESH, -50 * REFRESH);
        assertEquals(0, meter.frames());
        add(REFRESH, REFRESH, REFRESH + MILLI);
        assertEquals(-1, meter.errorMillis());
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

    /** The frames before the fall show the period. */
    @Test
    void aLoopThatFallsToHalfTheRateRepeatsEachFrame() {
        for (int i = 0; i < 64; i++) {
            add(REFRESH, REFRESH, REFRESH);
        }
        for (int i = 0; i < 200; i++) {
            add(2 * REFRESH, 2 * REFRESH, 2 * REFRESH + i % 3 * 100_000 - 100_000);
        }
        assertEquals(REFRESH, meter.periodNanos(), 10_000);
        assertEquals(200, meter.repeatedRefreshes());
        long missed = meter.missedRefreshes();
        assertTrue(missed < 128, () -> missed + " missed until half the rate is usual");
        add(2 * REFRESH, 2 * REFRESH, 2 * REFRESH);
        assertEquals(missed, meter.missedRefreshes());
    }

    @Test
    void aLoopThatWasAlwaysAtHalfTheRateHasThePeriodOfItsFrames() {
        for (int i = 0; i < 300; i++) {
            add(2 * REFRESH, 2 * REFRESH, 2 * REFRESH);
        }
        assertEquals(2 * REFRESH, meter.periodNanos());
        assertEquals(0, meter.missedRefreshes() + meter.repeatedRefreshes());
        add(3 * REFRESH, 3 * REFRESH, 3 * REFRESH);
        assertEquals(1, meter.missedRefreshes(), "a missed refresh shows even so");
    }

    /** Between two even stretches, times vary: the display has no period that could be kept. */
    @Test
    void aVariableDisplayAtHalfTheRateRepeatsNoFrame() {
        Random random = Seeds.random(3);
        for (int i = 0; i < 64; i++) {
            add(7 * MILLI, 7 * MILLI, 7 * MILLI);
        }
        for (int i = 0; i < 160; i++) {
            long passed = 7 * MILLI + random.nextInt((int) (13 * MILLI));
            add(passed, passed, passed);
        }
        long repeated = meter.repeatedRefreshes();
        for (int i = 0; i < 160; i++) {
            add(14 * MILLI, 14 * MILLI, 14 * MILLI);
        }
        assertEquals(repeated, meter.repeatedRefreshes());
    }

    @Test
    void thePeriodIsKnownAfter32TimesBetweenFramesAndForgottenWithTheFramesOfAnotherSampler() {
        for (int round = 0; round < 2; round++) {
            add(REFRESH, REFRESH, REFRESH);
            for (int i = 0; i < 31; i++) {
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

    @Test
    void aResetMeterHasNoFiguresButComparesTheNextFrame() {
        DisplayMeter of = new DisplayMeter(false);
        for (int i = 0; i < 100; i++) {
            of.frame(i * REFRESH, i * REFRESH + MILLI, i * REFRESH, 1, (i + i / 50) * REFRESH);
        }
        of.frame(100 * REFRESH, 100 * REFRESH + MILLI, 90 * REFRESH, 1, 102 * REFRESH);
        of.miss();
        of.giveUp(2);
        assertTrue(of.missedRefreshes() > 0 && of.repeatedRefreshes() > 0 && of.maxLatencyNanos() > MILLI);
        assertTrue(of.wrong(Cause.REFRESH) > 0 && of.worstMillis(Cause.REFRESH) > 4);
        of.reset();
        assertEquals(0, of.displayed() + of.notDisplayed() + of.notReported() + of.frames());
        assertEquals(0, of.missedRefreshes() + of.repeatedRefreshes() + of.latencyNanos() + of.maxLatencyNanos());
        for (Cause cause : Cause.values()) {
            assertEquals(0, of.wrong(cause));
            assertEquals(0, of.worstMillis(cause));
        }
        assertEquals(Math.round(REFRESH), of.periodNanos());
        of.frame(101 * REFRESH, 101 * REFRESH, 101 * REFRESH, 1, 103 * REFRESH);
        assertEquals(1, of.frames());
        assertEquals(0, of.above1Milli() + of.above4Millis());
        assertEquals(2 * REFRESH, of.latencyNanos());
        assertEquals(2 * REFRESH, of.maxLatencyNanos());
    }

    /** A match that waits stands still, and so does a paused one, even while its newest state is replaced. */
    @Test
    void aFrameCountsOnlyIfTimeMovesInItAndWasNotPausedBefore() {
        DisplayMeter of = new DisplayMeter(false);
        of.frame(100, 100, 0, 1, REFRESH);
        of.frame(100, 100, 0, 1, 3 * REFRESH);
        assertEquals(0, of.frames(), "it stands still");
        of.frame(100 + REFRESH, 100 + REFRESH, 0, 1, 4 * REFRESH);
        assertEquals(1, of.frames());
        long latency = of.latencyNanos();
        of.frame(100 + 2 * REFRESH, 100 + 2 * REFRESH, 0, 0, 5 * REFRESH);
        of.frame(100 + 3 * REFRESH, 100 + 3 * REFRESH, 0, 0, 6 * REFRESH);
        assertEquals(latency, of.latencyNanos());
        of.frame(100 + 4 * REFRESH, 100 + 4 * REFRESH, 0, 1, 7 * REFRESH);
        assertEquals(1, of.frames(), "it was paused before");
        of.frame(100 + 5 * REFRESH, 100 + 5 * REFRESH, 0, 1, 8 * REFRESH);
        assertEquals(2, of.frames());
        assertEquals(7, of.displayed());
    }

    @Test
    void allFiguresAreInTheText() {
        DisplayMeter of = new DisplayMeter(false);
        for (int i = 0; i <= 100; i++) {
            int late = i == 60 ? 1 : 0;
            of.frame(i * 10 * MILLI, i * 10 * MILLI + 5 * MILLI, i * 10 * MILLI, 1, (i + late + 2) * 10 * MILLI);
        }
        of.frame(1_012 * MILLI, 1_020 * MILLI, 1_010 * MILLI, 1, 1_030 * MILLI);
        of.miss();
        assertEquals(
                "animation error p50 0.000, p95 0.000, p99 10.000 ms, above 1 ms 2.97 %, above 4 ms 1.98 % of 101"
                        + " frames; missed refreshes: 1, repeated: 1, frames not displayed: 1; from state to"
                        + " display 25.1 ms",
                of.toString());
        assertEquals(2, of.worstMillis(Cause.SIMULATION_TIME));
        assertEquals(10, of.worstMillis(Cause.REFRESH));
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
    void framesThatWereNotDisplayedAreCounted() {
        meter.addNotDisplayed();
        assertEquals(1, meter.notDisplayed());
        DisplayMeter ofSampler = new MotionMeter().display();
        assertThrows(IllegalStateException.class, () -> ofSampler.add(0, 0, 0));
        assertThrows(IllegalStateException.class, () -> ofSampler.add(0, 0, 1, 0, 0));
        assertThrows(IllegalStateException.class, ofSampler::addNotDisplayed);
    }

    @Test
    void namesWhatIsToBlame() {
        for (int i = 0; i < 64; i++) {
            add(REFRESH, REFRESH, REFRESH);
        }
        add(REFRESH, REFRESH - 5 * MILLI, REFRESH);
        assertEquals(1, meter.wrong(Cause.SIMULATION_TIME));
        long at = frame + REFRESH;
        add(REFRESH, REFRESH, 2 * REFRESH);
        assertEquals(1, meter.wrong(Cause.REFRESH));
        add(2 * REFRESH, 2 * REFRESH, REFRESH);
        assertEquals(2, meter.wrong(Cause.REFRESH), "the frame after it, since one in between was not shown");
        assertEquals(at, meter.firstNanos(Cause.REFRESH));
        assertEquals(frame, meter.lastNanos(Cause.REFRESH));
        for (int i = 0; i < 64; i++) {
            add(REFRESH, REFRESH, REFRESH);
        }
        add(2 * REFRESH, 2 * REFRESH, REFRESH);
        assertEquals(1, meter.wrong(Cause.FRAME), "a queue hides that the host was late");
        add(0, 0, REFRESH);
        assertEquals(2, meter.wrong(Cause.FRAME), "the host catches up");
        assertEquals(1, meter.wrong(Cause.SIMULATION_TIME));
        assertEquals(2, meter.wrong(Cause.REFRESH));
    }
}
