package io.github.freestep.render.delay;

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
        return lateness.mostNanos();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -100 * SECOND, Long.MAX_VALUE - SECOND})
    void theMaximumIsOverTenSeconds(long start) {
        at(start - 21 * SECOND);
        at(start - SECOND, 50);
        at(start, 50);
        at(start + 2 * SECOND, 20);
        at(start + 3 * SECOND, 20);
        assertEquals(50, at(start + 10 * SECOND - 1));
        assertEquals(20, at(start + 10 * SECOND));
        assertEquals(0, at(start + 13 * SECOND));
    }

    @Test
    void statesDelayedByALatePredecessorDoNotCountTwice() {
        at(0, 10);
        at(20 * SECOND - 1, 50);
        assertEquals(50, at(20 * SECOND, 40, 30, 10));
        assertEquals(9, at(30 * SECOND - 1, 9), "lateness that has decreased for so long counts by itself");
    }

    /** A thread catches up after one slow step, while more than a tenth of its states are late. */
    @Test
    void whatManyStatesExceedForOneCauseIsNotUsual() {
        at(0, 10);
        at(12 * SECOND, LongStream.rangeClosed(10, 60).map(i -> 100 - i).toArray());
        assertEquals(10, lateness.oftenNanos());
        at(13 * SECOND, 60);
        assertEquals(60, lateness.oftenNanos());
    }

    @Test
    void latenessThatDoesNotFallIsNoStall() {
        at(0, LongStream.generate(() -> 10).limit(300).toArray());
        at(0, 900);
        at(2 * SECOND - 1, 900);
        assertTrue(lateness.stalled);
        at(2 * SECOND, 900);
        assertFalse(lateness.stalled);
        assertEquals(900, lateness.leastNanos(), "the usual lateness is another one now");
    }

    /** The first one counts as soon as a window that has grown covers it, and waits for that. */
    @Test
    void aStallIsNotForgottenUntilAWindowCoversIt() {
        at(0, 10);
        at(SECOND, 900);
        at(SECOND, 10);
        lateness.admitStalls(899);
        at(20 * SECOND, 10);
        lateness.admitStalls(900);
        at(24 * SECOND, 90);
        assertEquals(90, lateness.twiceNanos());
    }
}
