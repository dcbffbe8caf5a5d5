package io.github.freestep.internal.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.time.Ratio;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimelineTest {
    private static final long MILLI = 1_000_000;
    private static final long START = Long.MAX_VALUE - 25 * MILLI;

    private final Timeline timeline = new Timeline(Ratio.of(100), START);

    @ParameterizedTest
    @CsvSource({
        "24, 1, 1, 41666666",
        "24, 1, 24, 1000000000",
        "30, 1, 2, 66666666",
        "50, 1, 7, 140000000",
        "60, 1, 1, 16666666",
        "60, 1, 2, 33333333",
        "60, 1, 3, 50000000",
        "60000, 1001, 1, 16683333",
        "60000, 1001, 60000, 1001000000000",
        "100, 1, 123, 1230000000",
        "120, 1, 1, 8333333",
        "144, 1, 1, 6944444",
        "240, 1, 1, 4166666",
        "1000, 7, 3, 21000000",
        "1000000000, 1, 5, 5",
        "1, 1000000000, 1, 1000000000000000000"
    })
    void mapsTicksToNanosecondsRoundedOnce(long numerator, long denominator, long tick, long simulation) {
        Timeline rated = new Timeline(Ratio.of(numerator, denominator), START);
        assertEquals(simulation, rated.simulationOf(tick));
        assertEquals(tick, rated.tickAt(simulation));
        assertEquals(tick - 1, rated.tickAt(simulation - 1));
        assertEquals(START + simulation, rated.dueNanos(tick));
    }

    @Test
    void beginsWithTickZeroAtTheStart() {
        assertEquals(0, timeline.simulationOf(0));
        assertEquals(START, timeline.dueNanos(0));
        assertEquals(0, timeline.tickAt(timeline.simulationAt(START)));
        assertEquals(Ratio.of(100), timeline.rate());
        assertEquals(Ratio.ONE, timeline.scale());
    }

    @Test
    void remembersTheEightNewestPausesAfterTheirTicksAreSimulated() {
        long millis = 1;
        for (int i = 0; i < 9; i++) {
            timeline.pause(START + millis * MILLI);
            assertTrue(timeline.pausedAt(START + (millis + 1_000) * MILLI), "still paused");
            millis += 10;
            timeline.resume(START + millis * MILLI);
            millis += 10;
            timeline.simulated(timeline.simulationAt(START + millis * MILLI));
        }
        assertFalse(timeline.pausedAt(START + 5 * MILLI), "the oldest of nine is forgotten");
        for (long from = 21; from < millis; from += 20) {
            assertFalse(timeline.pausedAt(START + from * MILLI - 1));
            assertTrue(timeline.pausedAt(START + from * MILLI));
            assertTrue(timeline.pausedAt(START + (from + 10) * MILLI - 1));
            assertFalse(timeline.pausedAt(START + (from + 10) * MILLI));
        }
    }

    @Test
    void runsAcrossTheOverflowOfTheClock() {
        assertEquals(30 * MILLI, timeline.simulationAt(START + 30 * MILLI));
        assertEquals(START + 30 * MILLI, timeline.dueNanos(3));
        assertTrue(timeline.dueNanos(3) < 0);
    }

    @Test
    void stopsInAPauseAndContinuesFromThere() {
        timeline.pause(at(15));
        assertTrue(timeline.anchor().isPaused());
        assertEquals(15 * MILLI, timeline.simulationAt(at(500)));
        timeline.resume(at(1_000));
        assertFalse(timeline.anchor().isPaused());
        assertEquals(15 * MILLI, timeline.simulationAt(at(1_000)));
        assertEquals(20 * MILLI, timeline.simulationAt(at(1_005)));
    }

    @Test
    void aPauseDelaysOnlyTheTicksAfterIt() {
        timeline.pause(at(15));
        assertEquals(at(10), timeline.dueNanos(1));
        assertThrows(IllegalStateException.class, () -> timeline.dueNanos(2));
        timeline.resume(at(1_000));
        assertEquals(at(10), timeline.dueNanos(1));
        assertEquals(at(1_005), timeline.dueNanos(2));
    }

    @Test
    void aTickAtTheStartOfAPauseIsDueAtThatStart() {
        timeline.pause(at(20));
        assertEquals(at(20), timeline.dueNanos(2));
        timeline.resume(at(1_000));
        timeline.pause(at(1_000));
        timeline.resume(at(1_500));
        assertEquals(at(20), timeline.dueNanos(2));
    }

    @Test
    void remembersTimeBeforeAPauseWhileItIsPending() {
        timeline.pause(at(15));
        timeline.resume(at(1_000));
        assertEquals(12 * MILLI, timeline.simulationAt(at(12)));
        assertEquals(15 * MILLI, timeline.simulationAt(at(500)));
        timeline.simulated(15 * MILLI);
        assertEquals(15 * MILLI, timeline.simulationAt(at(12)));
    }

    @Test
    void changesScaleInTheMiddleOfATick() {
        timeline.scale(at(5), Ratio.of(1, 2));
        assertEquals(at(15), timeline.dueNanos(1));
        timeline.scale(at(10), Ratio.of(5));
        assertEquals(at(10) + MILLI / 2, timeline.dueNanos(1));
        assertEquals(Ratio.of(5), timeline.scale());
    }

    @Test
    void runsAThousandTimesSlower() {
        timeline.scale(at(0), Ratio.of(1, 1_000));
        assertEquals(at(10_000), timeline.dueNanos(1));
        assertEquals(10 * MILLI - 1, timeline.simulationAt(at(10_000) - 1));
    }

    @Test
    void runsAThousandTimesFaster() {
        timeline.scale(at(0), Ratio.of(1_000));
        assertEquals(START + 10_000, timeline.dueNanos(1));
        assertEquals(100, timeline.tickAt(timeline.simulationAt(at(1))));
    }

    /** Time can only stop at a whole nanosecond of simulation time, so the part of the next one counts as paused. */
    @Test
    void aPauseStopsAtAWholeNanosecondOfSimulationTime() {
        timeline.scale(at(0), Ratio.of(1, 1_000));
        timeline.pause(START + 7_999);
        assertEquals(START + 7_000, timeline.anchor().wallNanos());
        assertEquals(7, timeline.anchor().simulationNanos());
        assertEquals(999, timeline.pausedNanos(START + 7_999));
    }

    @Test
    void aScaleSetInAPauseAppliesFromTheResume() {
        timeline.pause(at(10));
        timeline.scale(at(20), Ratio.of(2));
        assertEquals(Ratio.of(2), timeline.scale());
        assertTrue(timeline.anchor().isPaused());
        timeline.resume(at(30));
        assertEquals(at(35), timeline.dueNanos(2));
    }

    @Test
    void keepsItsScaleThroughAPause() {
        timeline.scale(at(0), Ratio.of(1, 3));
        timeline.pause(at(3));
        assertEquals(Ratio.of(1, 3), timeline.scale());
        timeline.resume(at(100));
        assertEquals(at(127), timeline.dueNanos(1));
    }

    @Test
    void pauseAndResumeAreIdempotent() {
        timeline.resume(at(5));
        assertEquals(START, timeline.anchor().wallNanos());
        timeline.pause(at(10));
        timeline.pause(at(20));
        timeline.resume(at(30));
        timeline.resume(at(40));
        assertEquals(20 * MILLI, timeline.pausedNanos(at(50)));
        assertEquals(30 * MILLI, timeline.simulationAt(at(50)));
    }

    @Test
    void answersForTimesFarOutsideItsSpans() {
        timeline.scale(at(0), Ratio.of(1_000));
        timeline.pause(at(1));
        long year = at(0) + 365L * 86_400_000 * MILLI;
        timeline.drop(year, 500 * MILLI);
        timeline.resume(year);
        assertEquals(500 * MILLI, timeline.simulationAt(year - 1));
        assertEquals(0, timeline.simulationAt(at(0) - 365L * 86_400_000 * MILLI));
    }

    private static long at(long millis) {
        return START + millis * MILLI;
    }
}
