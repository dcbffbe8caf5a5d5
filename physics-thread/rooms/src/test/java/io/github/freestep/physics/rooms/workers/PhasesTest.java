package io.github.freestep.physics.rooms.workers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PhasesTest {
    private static final long MILLI = 1_000_000;
    private static final double TICK = 10 * MILLI;

    /** When the first run comes, which is where the grid begins. */
    private static final long ORIGIN = 7_654_321;

    private final Phases phases = new Phases();

    /** Returns in how many milliseconds after the origin a run begins. */
    private long take(long nowNanos, double tickNanos) {
        long begins = phases.take(nowNanos, tickNanos);
        assertEquals(0, Math.floorMod(begins - ORIGIN, MILLI), "on the grid");
        assertTrue(begins > nowNanos && begins - nowNanos <= Math.max(MILLI, tickNanos), "at most one tick from now");
        return (begins - ORIGIN) / MILLI;
    }

    @ParameterizedTest
    @ValueSource(longs = {ORIGIN, -ORIGIN, Long.MAX_VALUE - 5 * MILLI})
    void runsOfOneRateAreSpreadEvenly(long origin) {
        Phases each = new Phases();
        List<Long> places = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            long begins = each.take(origin, TICK);
            assertTrue(begins - origin > 0 && begins - origin <= TICK);
            places.add((begins - origin) / MILLI);
        }
        for (long place = 1; place <= 10; place++) {
            assertEquals(2, Collections.frequency(places, place), "place " + place);
        }
    }

    /** A tick of 20 ms meets one of 5 ms in the same place of each. */
    @Test
    void ticksOfOtherLengthsCount() {
        assertEquals(1, take(ORIGIN, 5 * MILLI));
        assertEquals(2, take(ORIGIN, 20 * MILLI));
        assertEquals(3, take(ORIGIN, 20 * MILLI));
        assertEquals(4, take(ORIGIN, 5 * MILLI));
        assertEquals(5, take(ORIGIN, 5 * MILLI));
        assertEquals(7, take(ORIGIN, 20 * MILLI), "6 has those of 1, and 2 has another");
    }

    /** It has begun on the grid of another worker, and its ticks stay where they are. */
    @Test
    void aRunOfAnotherGridCountsAtThePlaceBeforeItsTicks() {
        assertEquals(1, take(ORIGIN, 2 * MILLI));
        phases.adopt(ORIGIN - 96 * MILLI - 1, TICK);
        List<Long> places = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            places.add(take(ORIGIN, TICK));
        }
        assertEquals(List.of(2L, 4L, 6L, 8L), places, "before the adopted one at 3 come the free ones");
        phases.release(ORIGIN - 96 * MILLI - 1, TICK);
    }

    @Test
    void aRunTakesOnePlaceAndFreesIt() {
        ScriptedRun run = new ScriptedRun();
        run.adoptPhase(phases);
        run.releasePhase(phases);
        run.awaitsBegin = true;
        run.takePhase(new Phases(), ORIGIN);
        run.adoptPhase(phases);
        Set<Long> places = new HashSet<>();
        for (int i = 0; i < 9; i++) {
            places.add(phases.take(ORIGIN, 10 * MILLI) % (10 * MILLI));
        }
        assertEquals(9, places.size());
        run.releasePhase(phases);
        places.add(phases.take(ORIGIN, 10 * MILLI) % (10 * MILLI));
        assertEquals(10, places.size(), "the place of the run");
    }
}
