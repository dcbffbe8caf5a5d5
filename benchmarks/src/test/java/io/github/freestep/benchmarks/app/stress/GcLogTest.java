package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class GcLogTest {
    @Test
    void keepsTheLongestPauseHoweverManyFollow() {
        GcLog log = new GcLog();
        for (int i = 0; i < 10_000; i++) {
            log.add(new GcLog.Pause("collector", "cause", i, i == 777 ? 50 : 2));
        }
        GcLog.Totals totals = log.totals();
        assertEquals(10_000, totals.count());
        assertEquals(20_048, totals.totalMillis());
        assertEquals(32, totals.merged());
        assertEquals((10_000 + 31) / 32, totals.pauses().size());
        assertTrue(totals.pauses().contains(new GcLog.Pause("collector", "cause", 777, 50)));
    }

    @Test
    void keepsAllPausesThatFit() {
        GcLog log = new GcLog();
        for (int i = 0; i < 400; i++) {
            log.add(new GcLog.Pause("collector", "cause", i, 1));
        }
        assertEquals(1, log.totals().merged());
        assertEquals(400, log.totals().pauses().size());
    }
}
