package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatenessTest {
    private static final long SECOND = 1_000_000_000;
    private static final long LIMIT = 100;

    private final Lateness lateness = new Lateness();

    /** Goes on to a time, adds states that are late by these times, and returns the greatest lateness. */
    private long at(long time, long... lateNanos) {
        lateness.advance(time);
        LongStream.of(lateNanos).forEach(nanos -> lateness.add(nanos, LIMIT));
        return (long) lateness.mostNanos(0);
    }

    /** Adds the same lateness in two different seconds, the second of which begins at the given time. */
    private void addTwice(long start, long nanos) {
        at(start - SECOND, nanos);
        at(start, nanos);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -100 * SECOND, Long.MAX_VALUE - SECOND})
    void theMaximumIsOverTenSeconds(long start) {
        at(start - 21 * SECOND);
        addTwice(start, 50);
        addTwice(start + 3 * SECOND, 20);
        assertEquals(50, at(start + 10 * SECOND - 1));
        assertEquals(20, at(start + 10 * SECOND));
        assertEquals(0, at(start + 13 * SECOND));
    }

    @Test
    void aLateStateCountsOnlyIfAnotherInThirtySecondsWasAsLate() {
        at(0, 20);
        assertEquals(20, at(10 * SECOND, 50, 50), "two late states in one second count once");
        assertEquals(40, at(13 * SECOND, 40));
        assertEquals(0, at(25 * SECOND), "more than ten seconds ago");
        assertEquals(45, at(39 * SECOND, 45));
        assertEquals(40, at(40 * SECOND), "the state that confirmed 45 was thirty seconds ago");
    }

    @Test
    void statesDelayedByALatePredecessorDoNotConfirmIt() {
        at(0, 10);
        at(20 * SECOND - 1, 50);
        assertEquals(10, at(20 * SECOND, 40, 30, 10));
        assertEquals(10, at(21 * SECOND, 9), "lateness that has decreased for so long counts by itself");
    }

    @Test
    void latenessThatDoesNotFallIsNoStall() {
        at(0, LongStream.generate(() -> 10).limit(300).toArray());
        at(0, 900);
        at(2 * SECOND - 1, 900);
        assertTrue(lateness.recovering());
        at(2 * SECOND, 900);
        assertFalse(lateness.recovering());
        assertEquals(900, lateness.leastNanos(), "the usual lateness is another one now");
    }
}
