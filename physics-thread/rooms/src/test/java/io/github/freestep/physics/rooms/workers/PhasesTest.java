package io.github.freestep.physics.rooms.workers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PhasesTest {
    private static final long MILLI = 1_000_000;

    /** Where the places begin. */
    private static final long ORIGIN = 7_654_321;

    private final RunQueue queue = new RunQueue();

    /** Lets a run of the queue begin, and returns in how many places after the origin. */
    private long take(long originNanos, long nowNanos, double tickNanos, double gapNanos) {
        ScriptedRun run = new ScriptedRun(nowNanos, false);
        run.tickNanos = tickNanos;
        queue.join(run);
        run.takePhase(new Phases(originNanos), nowNanos, queue);
        long place = Math.round((run.beginNanos - originNanos) / gapNanos);
        assertEquals(originNanos + Math.round(place * gapNanos), run.beginNanos, "at a place");
        assertTrue(
                run.beginNanos - nowNanos > 0 && run.beginNanos - nowNanos <= tickNanos, "at most one tick from now");
        return place;
    }

    private long take(double tickMillis) {
        return take(ORIGIN, ORIGIN, tickMillis * MILLI, 5 * MILLI);
    }

    @ParameterizedTest
    @ValueSource(longs = {ORIGIN, -ORIGIN, Long.MAX_VALUE - 5 * MILLI})
    void runsOfOneRateAreSpreadEvenly(long origin) {
        List<Long> places = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            // They are set up at any times, also much later.
            places.add(take(origin, origin + i * 12_345_678_901L, 50e6 / 3, 50e6 / 9) % 3);
        }
        for (long place = 0; place < 3; place++) {
            assertEquals(4, Collections.frequency(places, place), "place " + place);
        }
    }

    /** A tick of 20 ms meets one of 10 ms in the same place of each. */
    @Test
    void ticksOfOtherLengthsCount() {
        assertEquals(1, take(10));
        assertEquals(2, take(20));
        assertEquals(4, take(20), "1 and 3 have those of 10 ms");
        assertEquals(1, take(10), "1 has one tick in 10 ms, and 2 has two in 20 ms");
        assertEquals(2, take(10));
        assertEquals(1, take(3_000), "each of 1 to 4 has two");
        assertEquals(2, take(3_000), "1 has another");
    }

    @Test
    void ticksShorterThanAPlaceAreDueTogether() {
        assertEquals(1, take(ORIGIN, ORIGIN, 4 * MILLI, 4 * MILLI));
        assertEquals(4, take(ORIGIN, ORIGIN + 13 * MILLI, 4 * MILLI, 4 * MILLI));
        assertEquals(1, take(20), "4 places have one each");
    }
}
