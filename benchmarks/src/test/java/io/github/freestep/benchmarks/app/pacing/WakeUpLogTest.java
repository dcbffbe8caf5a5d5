package io.github.freestep.benchmarks.app.pacing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class WakeUpLogTest {
    private static final long HOUR_NANOS = 3_600_000_000_000L;

    @Test
    void theLeadInIsLeftOut() throws InterruptedException {
        WakeUpLog recording = new WakeUpLog(8, 3);
        recording.start();
        for (int leadIn = 0; leadIn < 2; leadIn++) {
            assertTrue(recording.wakeUp(System.nanoTime() - HOUR_NANOS));
        }
        assertTrue(recording.wakeUp(System.nanoTime() + HOUR_NANOS));
        assertTrue(recording.wakeUp(System.nanoTime() + HOUR_NANOS));
        assertFalse(recording.wakeUp(System.nanoTime() + HOUR_NANOS), "the third is the last");
        assertFalse(recording.wakeUp(System.nanoTime() - HOUR_NANOS), "and one more is no longer recorded");
        assertTrue(recording.round().maxNanos() < 0, "nothing but the three that were early");
    }

    @Test
    void dueTimesDoNotDriftWhereThePeriodIsNoWholeNumber() {
        WakeUpLog recording = new WakeUpLog(3, 12);
        recording.start();
        long firstDueNanos = recording.dueNanos();
        for (int tick = 0; tick < 3; tick++) {
            recording.wakeUp(recording.dueNanos());
        }
        assertEquals(1_000_000_000, recording.dueNanos() - firstDueNanos);
        assertEquals(333_333_333, recording.periodNanos());
    }

    @Test
    void theRateErrorCountsTicksAndNotTheLatenessOfTheLast() {
        assertEquals(0, WakeUpLog.rateError(500, 5_000_000_000L, 100));
        assertEquals(0, WakeUpLog.rateError(500, 5_004_000_000L, 100));
        assertEquals(-5, WakeUpLog.rateError(500, 5_050_000_000L, 100));
        assertEquals(1, WakeUpLog.rateError(500, 4_990_000_000L, 100));
    }
}
