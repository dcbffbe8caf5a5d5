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
    void oneLateStateIsEnoughInTheFirstSecondsOfANewScale() {
        lateness.advance(0);
        add(1, 5);
        lateness.advance(20 * SECOND);
        lateness.renew();
        add(1, 40);
        assertEquals(40, lateness.mostNanos());
        lateness.advance(29 * SECOND);
        lateness.pass(5 * SECOND);
        lateness.advance(35 * SECOND - 1);
        add(1, 45);
        assertEquals(45, lateness.mostNanos());
        lateness.advance(35 * SECOND);
        assertEquals(40, lateness.mostNanos());
    }

    @Test
    void aNewReaderCountsSingleLateStatesForHalfItsAge() {
        lateness.advance(0);
        add(1, 50);
        assertEquals(50, lateness.mostNanos());
        lateness.advance(2 * SECOND - 1);
        add(1, 20);
        assertEquals(50, lateness.mostNanos());
        lateness.advance(2 * SECOND);
        assertEquals(20, lateness.mostNanos());
        lateness.advance(4 * SECOND - 1);
        add(1, 5);
        assertEquals(5, lateness.mostNanos());
    }

    @Test
    void theMinimumIsOverEnoughStatesAndAtMostTenSeconds() {
        lateness.advance(0);
        add(300, 10);
        lateness.advance(9 * SECOND);
        add(1, 30);
        assertEquals(10, lateness.leastNanos(), "one state is too few");
        lateness.advance(10 * SECOND);
        add(1, 40);
        assertEquals(30, lateness.leastNanos(), "the states of ten seconds ago no longer count");
        add(198, 40);
        assertEquals(30, lateness.leastNanos());
        add(1, 40);
        assertEquals(40, lateness.leastNanos());
    }

    @Test
    void aStallConfirmsAnEarlierLateStateButNoneThatFollows() {
        lateness.advance(0);
        add(1, 10);
        lateness.advance(20 * SECOND);
        add(1, 90);
        lateness.advance(21 * SECOND);
        add(1, 110);
        assertEquals(90, lateness.mostNanos());
        lateness.advance(22 * SECOND);
        add(1, 5);
        add(1, 96);
        assertEquals(90, lateness.mostNanos());
    }

    /** 30 ms in the first second, and then less by the given amount in each state. */
    private long mostAfterFalling(long nanos) {
        long limit = 100_000_000;
        for (int i = 0; i < 300; i++) {
            lateness.advance(i * SECOND / 100);
            lateness.add(limit / 2 - i * nanos, limit);
        }
        lateness.advance(9 * SECOND / 2);
        return lateness.mostNanos();
    }

    @Test
    void latenessThatFallsSlowlyIsUsual() {
        assertEquals(50_000_000 - 200 * 50_000, mostAfterFalling(50_000), "by 5 ms a second");
    }

    @Test
    void stallsThatTheWindowNowCoversCountAsLateness() {
        lateness.advance(0);
        for (long nanos : new long[] {300, 400, 401}) {
            lateness.advance(lateness.ageNanos() + 20 * SECOND / 3);
            add(1, nanos);
            add(1, 0);
        }
        assertEquals(3, lateness.stalls());
        assertEquals(0, lateness.mostNanos());
        lateness.admitStalls(400);
        assertEquals(0, lateness.stalls());
        assertEquals(300, lateness.mostNanos(), "401 is forgotten, and 400 occurred once");
    }

    @Test
    void aStallLastsUntilStatesAreOnTime() {
        lateness.advance(0);
        add(1, 900_000_000);
        lateness.advance(25 * SECOND);
        add(1_000, 100_000_000);
        assertTrue(lateness.recovering());
        assertEquals(0, lateness.mostNanos());
        assertEquals(0, lateness.leastNanos());
        assertEquals(1, lateness.stalls());
        add(1, 0);
        assertFalse(lateness.recovering());
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

    @Test
    void stallsAreRememberedForHalfAMinute() {
        lateness.advance(0);
        add(1, 900);
        add(1, 0);
        lateness.advance(20 * SECOND);
        add(1, 900);
        add(1, 0);
        lateness.advance(30 * SECOND - 1);
        assertEquals(2, lateness.stalls());
        lateness.advance(30 * SECOND);
        assertEquals(1, lateness.stalls());
        lateness.advance(50 * SECOND);
        assertEquals(0, lateness.stalls());
    }
}
