package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class AllocationWatchTest {
    private final Violations violations = new Violations(1, new RunClock());
    private long thread = 5;
    private long ticks;
    private long bytes;
    private final AllocationWatch watch =
            new AllocationWatch("it", "tick", () -> thread, () -> ticks, id -> id == thread ? bytes : -1);

    @Test
    void reportsAllocationInMoreThanHalfOfTheReadings() {
        spans(0, 24, 24, 0, 24);
        watch.judge(violations);
        assertEquals(1, violations.count(Promise.ALLOCATION));
        String text = violations.kept().get(0).text();
        assertTrue(text.contains("72 bytes in 50 ticks, in 3 of 5 readings"), text);
    }

    @Test
    void reportsTheAllocationOfCompilers() {
        spans(0, 400, 0, 24, 0);
        watch.judge(violations);
        assertEquals(0, violations.count(Promise.ALLOCATION));
        assertEquals("it 424 B, in 2 of 5 readings (judged)", watch.text());
    }

    @Test
    void countsNoReadingWithoutWorkOrWithAFault() {
        watch.sample(true);
        for (int i = 0; i < 5; i++) {
            bytes += 24;
            watch.sample(true);
        }
        for (int i = 0; i < 5; i++) {
            ticks++;
            bytes += 24;
            watch.sample(false);
        }
        assertTrue(watch.text().startsWith("it 0 B, in 0 of 0 readings (not checked, "), watch.text());
    }

    private void spans(long... left) {
        watch.sample(true);
        for (long each : left) {
            bytes += each;
            ticks += 10;
            watch.sample(true);
        }
    }
}
