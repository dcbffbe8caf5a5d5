package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MatchTimeTest {
    private static final long MILLI = 1_000_000;

    private final MatchTime time = new MatchTime();

    @Test
    void standsStillBeforeTheStart() {
        time.advance(100 * MILLI);
        assertEquals(0, time.matchNanos());
        assertEquals(Long.MAX_VALUE, time.realNanos(1));
        time.start(100 * MILLI);
        time.advance(130 * MILLI);
        assertEquals(30 * MILLI, time.matchNanos());
    }

    @Test
    void fractionsOfANanosecondAreNotLost() {
        time.start(0);
        time.rate(0.75);
        for (long now = 1; now <= 1_000; now++) {
            time.advance(now);
        }
        assertEquals(750, time.matchNanos());
        assertEquals(0.75, time.rate());
    }

    @Test
    void saysWhenAMatchTimeIsReached() {
        time.start(50);
        time.rate(0.5);
        time.advance(61);
        assertEquals(5, time.matchNanos());
        // Half a nanosecond of the next one has passed.
        assertEquals(61 + 9, time.realNanos(10));
        time.advance(70);
        assertEquals(10, time.matchNanos());
    }

    @Test
    void stopsWhereItMust() {
        time.start(0);
        time.stopAt(40 * MILLI);
        assertEquals(40 * MILLI, time.stop());
        assertEquals(40 * MILLI, time.realNanos(40 * MILLI));
        assertEquals(Long.MAX_VALUE, time.realNanos(40 * MILLI + 1));
        time.advance(100 * MILLI);
        assertEquals(40 * MILLI, time.matchNanos());
        time.stopAt(Long.MAX_VALUE);
        time.advance(101 * MILLI);
        assertEquals(41 * MILLI, time.matchNanos(), "the time of the stop is not caught up");
        time.stopAt(10 * MILLI);
        time.advance(102 * MILLI);
        assertEquals(41 * MILLI, time.matchNanos(), "never goes back");
    }

    @Test
    void doesNotRunFarAheadOfTheNextTick() {
        time.start(0);
        time.nextDue(10 * MILLI);
        time.advance(1_000 * MILLI);
        assertEquals(10 * MILLI + MatchTime.MAX_LATE_NANOS, time.matchNanos());
        assertEquals(Long.MAX_VALUE, time.realNanos(11 * MILLI + MatchTime.MAX_LATE_NANOS));
    }
}
