package io.github.freestep.physics.workers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
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

    @Test
    void aRunThatComesLaterBeginsOnTheSameGrid() {
        assertEquals(1, take(ORIGIN, TICK));
        assertEquals(41, take(ORIGIN + 40 * MILLI + 1, 1 * MILLI));
        assertEquals(92, take(ORIGIN + 90 * MILLI, TICK), "at 91, the first run has its ticks");
        assertEquals(1_003, take(ORIGIN + 1_000 * MILLI, TICK));
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

    @Test
    void aTickOfLessThanAPlaceBeginsNowAndCountsNowhere() {
        assertEquals(ORIGIN + 3, phases.take(ORIGIN + 3, MILLI - 1));
        phases.release(ORIGIN + 3, MILLI - 1);
        phases.adopt(ORIGIN + 3, MILLI - 1);
        assertEquals(1, take(ORIGIN, TICK), "the grid has not begun before");
    }

    @Test
    void aTickThatIsLongerThanTheGridTakesOnePlace() {
        for (int i = 1; i <= 100; i++) {
            assertEquals(i, take(ORIGIN, 1_000 * MILLI));
        }
        assertEquals(1, take(ORIGIN, 1_000 * MILLI), "all places are equal again");
    }

    /** 60 ticks a second meet a grid of 100 places at 7 of them. */
    @Test
    void aTickThatDoesNotDivideTheGridHasAllItsPlaces() {
        long second = 1_000 * MILLI;
        assertEquals(1, take(ORIGIN, second / 60.0));
        Set<Long> free = new TreeSet<>();
        for (int i = 0; i < 93; i++) {
            free.add(take(ORIGIN, second));
        }
        for (long place = 1; place <= 100; place++) {
            assertEquals(place % 16 != 1, free.contains(place), "place " + place);
        }
    }

    @Test
    void aRunGoesWhereNoneOfItsPlacesIsTaken() {
        long second = 1_000 * MILLI;
        for (int i = 1; i <= 17; i++) {
            assertEquals(i, take(ORIGIN, second));
        }
        for (int i = 1; i <= 16; i++) {
            phases.release(ORIGIN + i * MILLI, second);
        }
        assertEquals(2, take(ORIGIN, second / 60.0), "from 1 on, it would come to 17");
    }

    @Test
    void aFreedPlaceIsTakenFirst() {
        for (int i = 0; i < 20; i++) {
            take(ORIGIN, TICK);
        }
        phases.release(ORIGIN + 7 * MILLI, TICK);
        assertEquals(7, take(ORIGIN, TICK));
        assertEquals(1, take(ORIGIN, TICK));
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
    void anAdoptedRunBeginsTheGrid() {
        phases.adopt(ORIGIN, TICK);
        for (int i = 1; i < 10; i++) {
            assertEquals(i, take(ORIGIN, TICK));
        }
        assertEquals(1, take(ORIGIN, TICK), "the adopted one is at 10");
    }
}
