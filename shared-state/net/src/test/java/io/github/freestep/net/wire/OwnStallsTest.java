package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class OwnStallsTest {
    private static final long MILLI = 1_000_000;
    private static final long STEP = 10 * MILLI;

    private final OwnStalls stalls = new OwnStalls();
    private long now;

    private void run(long millis) {
        for (int i = 0; i < millis; i++) {
            now += MILLI;
            stalls.runs(now);
        }
    }

    private void stall(long millis) {
        now += millis * MILLI;
        stalls.runs(now);
    }

    private void assertCounts(long millis, long lateMillis) {
        assertEquals(millis * MILLI, stalls.withoutStall(lateMillis * MILLI, now, STEP), lateMillis + " ms late");
    }

    @Test
    void theWorkThatAStallLeavesIsPartOfIt() {
        run(1_000);
        stall(200);
        assertCounts(10, 210);
        stall(100);
        assertCounts(10, 290);
        assertCounts(10, 150);
        // All that was due has come, so the next one is another stall.
        assertCounts(10, 20);
        run(100);
        stall(50);
        assertCounts(60, 110);
    }
}
