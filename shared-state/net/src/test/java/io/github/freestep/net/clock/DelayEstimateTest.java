package io.github.freestep.net.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Each rule at its limit. {@link RemoteClockTest} has random links. */
class DelayEstimateTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;

    private final DelayEstimate delays = new DelayEstimate();

    @Test
    void aDelayIsAStepIfItDiffersByMoreThan100Millis() {
        delays.add(0, 40 * MILLI, false, false);
        assertEquals(40 * MILLI, delays.expected(0));
        assertFalse(delays.isLate(0, 140 * MILLI));
        assertTrue(delays.isLate(0, 140 * MILLI + 1));
        assertFalse(delays.isEarly(0, -60 * MILLI));
        assertTrue(delays.isEarly(0, -60 * MILLI - 1));
    }

    @Test
    void longerDelaysAreExpectedAfter4Seconds() {
        delays.add(0, 0, true, false);
        assertFalse(delays.addStep(10 * SECOND, 200 * MILLI));
        assertFalse(delays.addStep(13 * SECOND, 300 * MILLI), "differs by no more than a step");
        assertFalse(delays.addStep(14 * SECOND - 1, 200 * MILLI));
        assertEquals(0, delays.expected(14 * SECOND));
        assertTrue(delays.addStep(14 * SECOND, 250 * MILLI));
        assertEquals(200 * MILLI, delays.expected(14 * SECOND), "the least of them");
    }

    @Test
    void shorterDelaysAreExpectedAfterHalfASecond() {
        delays.add(0, 30 * MILLI, true, false);
        assertFalse(delays.addStep(SECOND, -200 * MILLI));
        assertFalse(delays.addStep(SECOND + 500 * MILLI - 1, -200 * MILLI));
        assertTrue(delays.addStep(SECOND + 500 * MILLI, -200 * MILLI));
        long at = SECOND + 500 * MILLI;
        assertEquals(-200 * MILLI, delays.expected(at));
        assertEquals(-200 * MILLI + 200_000, delays.latest(at), "pieces before the step are forgotten");
    }

    @Test
    void aStepBeginsAnewWithAnotherDelayOrAfterAUsualOne() {
        delays.add(0, 0, false, false);
        delays.addStep(10 * SECOND, 200 * MILLI);
        delays.addStep(13 * SECOND, 400 * MILLI);
        assertFalse(delays.addStep(14 * SECOND, 400 * MILLI));
        delays.add(16 * SECOND, 0, false, true);
        assertFalse(delays.addStep(17 * SECOND, 400 * MILLI));
        assertTrue(delays.addStep(21 * SECOND, 400 * MILLI));
        assertEquals(400 * MILLI, delays.expected(21 * SECOND));
    }

    @Test
    void theLatestPieceIsThatWithTheGreatestDelayAndAMargin() {
        delays.add(0, 40 * MILLI, false, false);
        assertEquals(40 * MILLI + 200_000, delays.latest(0));
        delays.add(0, 56 * MILLI, true, true);
        delays.add(0, 90 * MILLI, false, true);
        assertEquals((56 + 2) * MILLI + 200_000, delays.latest(0));
    }

    @Test
    void driftIsMeasuredOver3SecondsAndChangesNothingAtOnce() {
        delays.add(0, 0, false, false);
        delays.add(3 * SECOND - 1, 300_000, false, true);
        delays.learnDrift(3 * SECOND - 1);
        assertEquals(0, delays.growth());
        delays.clear();
        delays.add(0, 0, false, false);
        delays.add(3 * SECOND, 300_000, false, true);
        delays.learnDrift(3 * SECOND + 500 * MILLI);
        assertEquals(100e-6, delays.growth(), 1e-12);
        assertEquals(0, delays.expected(3 * SECOND + 500 * MILLI));
        assertEquals(50_000, delays.expected(4 * SECOND));
        delays.clear();
        assertEquals(0, delays.growth());
        delays.add(5 * SECOND, 0, false, false);
        delays.learnDrift(5 * SECOND);
        assertEquals(0, delays.growth(), "what was measured is forgotten");
    }

    @Test
    void driftIsAtMost200PartsPerMillion() {
        for (int sign : new int[] {-1, 1}) {
            delays.clear();
            delays.add(0, 0, false, false);
            delays.add(4 * SECOND, sign * 4 * MILLI, false, true);
            delays.learnDrift(4 * SECOND);
            assertEquals(sign * 200e-6, delays.growth());
        }
    }

    /** Datagrams that return after a gap may have been held up. */
    @Test
    void afterAGapALongerDelayIsExpectedOnceItHasComeIn15Buckets() {
        delays.add(0, 0, false, false);
        for (int bucket = 0; bucket < 15; bucket++) {
            assertEquals(0, delays.expected(10 * SECOND), "before bucket " + bucket);
            delays.add(10 * SECOND + bucket * DelayEstimate.BUCKET_NANOS, 50 * MILLI, false, true);
        }
        assertEquals(50 * MILLI, delays.expected(14 * SECOND));
    }
}
