package io.github.freestep.benchmarks.app.pacing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class WakeUpLogTest {
    private static final long HOUR_NANOS = 3_600_000_000_000L;

    @Test
    void doesNotCountTheLeadIn() throws InterruptedException {
        WakeUpLog log = new WakeUpLog(8, 3);
        log.start();
        for (int leadIn = 0; leadIn < 2; leadIn++) {
            assertTrue(log.wakeUp(System.nanoTime() - HOUR_NANOS));
        }
        assertTrue(log.wakeUp(System.nanoTime() + HOUR_NANOS));
        assertTrue(log.wakeUp(System.nanoTime() + HOUR_NANOS));
        assertFalse(log.wakeUp(System.nanoTime() + HOUR_NANOS), "the third is the last");
        assertFalse(log.wakeUp(System.nanoTime() - HOUR_NANOS), "a wake-up after the last is not recorded");
        assertTrue(log.round().maxNanos() < 0, "only the three early wake-ups count");
    }

    @Test
    void dueTimesDoNotDriftIfThePeriodIsNotAWholeNumber() {
        WakeUpLog log = new WakeUpLog(3, 12);
        log.start();
        long firstDueNanos = log.dueNanos();
        for (int tick = 0; tick < 3; tick++) {
            log.wakeUp(log.dueNanos());
        }
        assertEquals(1_000_000_000, log.dueNanos() - firstDueNanos);
        assertEquals(333_333_333, log.periodNanos());
    }

    @Test
    void theRateErrorIgnoresTheLatenessOfTheLastTick() {
        assertEquals(0, WakeUpLog.rateError(500, 5_000_000_000L, 100));
        assertEquals(0, WakeUpLog.rateError(500, 5_004_000_000L, 100));
        assertEquals(-5, WakeUpLog.rateError(500, 5_050_000_000L, 100));
        assertEquals(1, WakeUpLog.rateError(500, 4_990_000_000L, 100));
    }
}
