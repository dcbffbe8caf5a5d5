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
    void aThreadThatRunsOftenEnoughIsNotTheCause() {
        run(1_000);
        stall(15);
        assertCounts(90, 90);
        assertCounts(5, 5);
    }

    @Test
    void whatWasDueInAStallMayHaveArrivedThen() {
        run(1_000);
        stall(200);
        assertCounts(10, 200);
        assertCounts(10, 1);
        // The link was late before the stall.
        assertCounts(70, 270);
    }

    @Test
    void whatIsDueAfterAStallIsLate() {
        run(1_000);
        stall(200);
        run(90);
        assertCounts(90, 90);
        assertCounts(10, 91);
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

    /** On a machine that is always busy, the jitter of the link counts all the same. */
    @Test
    void theLinkIsLateAlsoForAThreadThatOftenStandsStill() {
        for (int i = 0; i < 50; i++) {
            run(2);
            stall(30);
            assertCounts(70, 100);
            assertCounts(10, 10);
        }
    }
}
