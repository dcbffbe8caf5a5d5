package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatenessTest {
    private static final long SECOND = 1_000_000_000;
    private static final long LIMIT = 100;

    private final Lateness lateness = new Lateness();

    private void add(int states, long nanos) {
        for (int i = 0; i < states; i++) {
            lateness.add(nanos, LIMIT);
        }
    }

    /** Adds the same lateness in two different seconds, the second of which begins at the given time. */
    private void addTwice(long start, long nanos) {
        lateness.advance(start - SECOND);
        add(1, nanos);
        lateness.advance(start);
        add(1, nanos);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -100 * SECOND, Long.MAX_VALUE - SECOND})
    void theMaximumIsOverTenSeconds(long start) {
        lateness.advance(start - 21 * SECOND);
        addTwice(start, 50);
        addTwice(start + 3 * SECOND, 20);
        lateness.advance(start + 10 * SECOND - 1);
        assertEquals(50, lateness.mostNanos());
        lateness.advance(start + 10 * SECOND);
        assertEquals(20, lateness.mostNanos());
        lateness.advance(start + 13 * SECOND);
        assertEquals(0, lateness.mostNanos());
    }

    @Test
    void aLateStateCountsOnlyIfAnotherInThirtySecondsWasAsLate() {
        lateness.advance(0);
        add(1, 20);
        lateness.advance(10 * SECOND);
        add(1, 50);
        add(1, 50);
        assertEquals(20, lateness.mostNanos(), "two late states in one second count once");
        lateness.advance(13 * SECOND);
        add(1, 40);
        assertEquals(40, lateness.mostNanos());
        lateness.advance(25 * SECOND);
        assertEquals(0, lateness.mostNanos(), "more than ten seconds ago");
        lateness.advance(39 * SECOND);
        add(1, 45);
        assertEquals(45, lateness.mostNanos());
        lateness.advance(40 * SECOND);
        assertEquals(40, lateness.mostNanos(), "the state that confirmed 45 was thirty seconds ago");
    }

    @Test
    void statesDelayedByALatePredecessorDoNotConfirmIt() {
        lateness.advance(0);
        add(1, 10);
        lateness.advance(20 * SECOND - 1);
        add(1, 50);
        lateness.advance(20 * SECOND);
        add(1, 40);
        add(1, 30);
        add(1, 10);
        assertEquals(10, lateness.mostNanos());
        lateness.advance(21 * SECOND);
        add(1, 9);
        assertEquals(10, lateness.mostNanos(), "lateness that has decreased for so long counts by itself");
    }

    @Test
    void latenessThatDoesNotFallIsNoStall() {
        lateness.advance(0);
        add(300, 10);
        add(1, 900);
        lateness.advance(2 * SECOND - 1);
        add(1, 900);
        assertTrue(lateness.recovering());
        lateness.advance(2 * SECOND);
        add(1, 900);
        assertFalse(lateness.recovering());
        assertEquals(900, lateness.leastNanos(), "the usual lateness is another one now");
    }
}
