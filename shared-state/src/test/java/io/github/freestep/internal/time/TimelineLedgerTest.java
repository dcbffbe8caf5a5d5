package io.github.freestep.internal.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.time.Ratio;
import org.junit.jupiter.api.Test;

/** Times are in milliseconds, at 100 Hz. Expected values are in the order wall, simulated, paused, dropped, pending. */
class TimelineLedgerTest {
    private static final long MILLI = 1_000_000;
    private static final long START = Long.MAX_VALUE - 25 * MILLI;

    private final Timeline timeline = new Timeline(Ratio.of(100), START);

    @Test
    void startsWithAnEmptyLedger() {
        assertLedger(0, 0, 0, 0, 0);
    }

    @Test
    void elapsedTimeIsPendingUntilItIsSimulated() {
        assertLedger(35, 0, 0, 0, 35);
        timeline.simulated(30 * MILLI);
        assertLedger(35, 30, 0, 0, 5);
        assertEquals(30 * MILLI, timeline.simulatedNanos());
    }

    @Test
    void pendingTimeIsNegativeForAnEarlyTick() {
        timeline.simulated(20 * MILLI);
        assertLedger(5, 20, 0, 0, -15);
        timeline.scale(at(10), Ratio.of(2));
        assertLedger(10, 15, 0, 0, -5);
        assertLedger(20, 15, 0, 0, 5);
    }

    @Test
    void keepsPendingTimeAcrossAPause() {
        timeline.pause(at(25));
        timeline.resume(at(100));
        assertLedger(110, 0, 75, 0, 35);
        timeline.simulated(20 * MILLI);
        assertLedger(110, 20, 75, 0, 15);
        timeline.simulated(30 * MILLI);
        assertLedger(110, 30, 75, 0, 5);
    }

    @Test
    void pendingTimeCanBeSimulatedInAPause() {
        timeline.pause(at(25));
        assertLedger(60, 0, 35, 0, 25);
        timeline.simulated(20 * MILLI);
        assertLedger(60, 20, 35, 0, 5);
    }

    @Test
    void countsPendingTimeAtTheScaleItAroseAt() {
        timeline.scale(at(10), Ratio.of(1, 2));
        timeline.scale(at(30), Ratio.of(4));
        assertLedger(40, 0, 0, 0, 40);
        timeline.simulated(15 * MILLI);
        assertLedger(40, 20, 0, 0, 20);
        timeline.simulated(20 * MILLI);
        assertLedger(40, 30, 0, 0, 10);
        timeline.simulated(40 * MILLI);
        assertLedger(40, 35, 0, 0, 5);
    }

    @Test
    void aDropDelaysTheSchedule() {
        timeline.simulated(10 * MILLI);
        timeline.drop(at(55), 30 * MILLI);
        assertLedger(55, 10, 0, 25, 20);
        assertEquals(30 * MILLI, timeline.simulationAt(at(55)));
        assertEquals(at(20), timeline.dueNanos(2));
        assertEquals(at(55), timeline.dueNanos(3), "its time is the target of the drop, so it is due now");
        assertEquals(at(65), timeline.dueNanos(4));
        assertEquals(
                30 * MILLI, timeline.simulationAt(at(50)), "simulation time never exceeded the target of the drop");
    }

    @Test
    void dropsAllPendingTime() {
        timeline.simulated(10 * MILLI);
        timeline.drop(at(55), 10 * MILLI);
        assertLedger(55, 10, 0, 45, 0);
        assertEquals(at(65), timeline.dueNanos(2));
    }

    @Test
    void dropsNothingWhenTheTargetIsTheCurrentTime() {
        timeline.drop(at(55), 55 * MILLI);
        assertLedger(55, 0, 0, 0, 55);
        assertEquals(at(60), timeline.dueNanos(6));
    }

    @Test
    void dropsAtTheScaleInForce() {
        timeline.scale(at(0), Ratio.of(2));
        timeline.drop(at(50), 30 * MILLI);
        assertLedger(50, 0, 0, 35, 15);
        assertEquals(at(55), timeline.dueNanos(4));
    }

    @Test
    void dropsAcrossSeveralSpans() {
        timeline.simulated(10 * MILLI);
        timeline.pause(at(20));
        timeline.resume(at(30));
        timeline.scale(at(35), Ratio.of(2));
        timeline.scale(at(45), Ratio.of(1, 5));
        timeline.drop(at(50), 15 * MILLI);
        assertLedger(50, 10, 10, 25, 5);
        assertEquals(15 * MILLI, timeline.simulationAt(at(25)));
        assertEquals(at(75), timeline.dueNanos(2));
        timeline.simulated(20 * MILLI);
        assertLedger(75, 40, 10, 25, 0);
    }

    @Test
    void dropsIntoTheMiddleOfAnEarlierSpan() {
        timeline.scale(at(20), Ratio.of(2));
        timeline.pause(at(30));
        timeline.resume(at(40));
        timeline.drop(at(45), 30 * MILLI);
        assertLedger(45, 0, 10, 10, 25);
        assertEquals(at(10), timeline.dueNanos(1));
        assertEquals(at(20), timeline.dueNanos(2));
        assertEquals(at(45), timeline.dueNanos(3));
    }

    @Test
    void dropsInAPauseAndStaysPaused() {
        timeline.simulated(10 * MILLI);
        timeline.pause(at(35));
        timeline.drop(at(50), 20 * MILLI);
        assertTrue(timeline.anchor().isPaused());
        assertLedger(60, 10, 25, 15, 10);
        timeline.resume(at(60));
        assertEquals(at(70), timeline.dueNanos(3));
        assertLedger(70, 10, 25, 15, 20);
    }

    @Test
    void singleStepsInAPauseTakeNoWallTime() {
        timeline.simulated(10 * MILLI);
        timeline.pause(at(15));
        for (int tick = 2; tick <= 4; tick++) {
            timeline.step(at(20 + tick), tick * 10 * MILLI);
            assertEquals(at(20 + tick), timeline.dueNanos(tick));
            timeline.simulated(tick * 10 * MILLI);
            assertLedger(20 + tick, 15, 5 + tick, 0, 0);
        }
        timeline.resume(at(40));
        assertEquals(at(50), timeline.dueNanos(5));
        assertLedger(50, 15, 25, 0, 10);
        timeline.simulated(50 * MILLI);
        assertLedger(50, 25, 25, 0, 0);
    }

    @Test
    void reportsWhenTimeRan() {
        timeline.pause(at(5));
        timeline.resume(at(20));
        timeline.drop(at(40), 10 * MILLI);
        assertTrue(timeline.runsAt(at(4)));
        assertFalse(timeline.runsAt(at(5)), "paused");
        assertTrue(timeline.runsAt(at(20)));
        assertFalse(timeline.runsAt(at(25)), "dropped");
        assertTrue(timeline.runsAt(at(40)));
        timeline.simulated(10 * MILLI);
        assertFalse(timeline.runsAt(at(4)), "settled");
    }

    @Test
    void dropsRepeatedly() {
        for (long wall = 50; wall <= 500; wall += 50) {
            timeline.drop(at(wall), timeline.simulationOf(wall / 50));
        }
        assertLedger(500, 0, 0, 400, 100);
        timeline.simulated(100 * MILLI);
        assertLedger(500, 100, 0, 400, 0);
    }

    @Test
    void remembersAnyNumberOfPendingSpans() {
        for (int i = 0; i < 50; i++) {
            timeline.pause(at(20 * i + 10));
            timeline.resume(at(20 * i + 20));
        }
        assertLedger(1_000, 0, 500, 0, 500);
        for (int tick = 1; tick <= 50; tick++) {
            assertEquals(at(20 * tick - 10), timeline.dueNanos(tick));
            timeline.simulated(timeline.simulationOf(tick));
            assertLedger(1_000, 10 * tick, 500, 0, 500 - 10 * tick);
        }
    }

    private void assertLedger(long wall, long simulated, long paused, long dropped, long pending) {
        long now = at(wall);
        assertEquals(simulated * MILLI, timeline.simulatedWallNanos(), "simulated");
        assertEquals(paused * MILLI, timeline.pausedNanos(now), "paused");
        assertEquals(dropped * MILLI, timeline.droppedNanos(), "dropped");
        assertEquals(pending * MILLI, timeline.pendingNanos(now), "pending");
        assertEquals(wall * MILLI, timeline.elapsedNanos(now), "wall");
    }

    private static long at(long millis) {
        return START + millis * MILLI;
    }
}
