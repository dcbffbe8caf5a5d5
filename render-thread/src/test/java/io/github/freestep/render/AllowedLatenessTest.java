package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllowedLatenessTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final double MARGIN = 0.3 * MILLI;

    /** Two gaps of 10 ms plus the least lateness, minus the reserve. */
    private static final double COVERED = 22.8 * MILLI;

    private AllowedLateness allowed = new AllowedLateness(AllowedLateness.ADAPTIVE, 0, false);

    @BeforeEach
    void openAWindowOfFour() {
        allowed.lateness.advance(0);
        allowed.covers(20 * MILLI, 20 * MILLI, 10 * MILLI, 0);
        allowed.measure(3 * MILLI);
        allowed.covers(20 * MILLI, 20 * MILLI, 10 * MILLI, 0);
    }

    @Test
    void itFollowsAStateThatIsLateNowUnlessThatIsAStall() {
        assertEquals(3 * MILLI + MARGIN, allowed.wantNanos(-5 * MILLI));
        assertEquals(8 * MILLI + MARGIN, allowed.wantNanos(8 * MILLI));
        assertEquals(COVERED, allowed.wantNanos((long) allowed.stallNanos()));
        assertEquals(3 * MILLI + MARGIN, allowed.wantNanos((long) allowed.stallNanos() + 1));
        assertTrue(allowed.measure(33 * MILLI));
        assertEquals(3 * MILLI + MARGIN, allowed.wantNanos(8 * MILLI), "this lateness is caused by the stall");
    }

    @Test
    void whatAReceiverExpectsCountsAtOnceButForWhatABridgeHides() {
        allowed.covers(30 * MILLI, 30 * MILLI, 0, 10 * MILLI);
        allowed.expects(25 * MILLI);
        assertEquals(25 * MILLI + MARGIN, allowed.usualNanos());
        allowed.covers(20 * MILLI, 20 * MILLI, 10 * MILLI, 10 * MILLI);
        assertEquals(15 * MILLI + MARGIN, allowed.usualNanos());
        allowed.expects(80 * MILLI);
        assertEquals(COVERED, allowed.usualNanos());
        allowed.expects(0);
        assertEquals(3 * MILLI + MARGIN, allowed.usualNanos());
    }

    @Test
    void threeStallsInHalfAMinuteRaiseThatOfAReceiverToAllThatTheWindowCovers() {
        for (int stall = 1; stall <= 3; stall++) {
            allowed.lateness.advance(stall * SECOND);
            assertEquals(3 * MILLI + MARGIN, allowed.usualNanos());
            assertTrue(allowed.measure(60 * MILLI));
            assertFalse(allowed.measure(3 * MILLI));
            assertFalse(allowed.measure(3 * MILLI));
        }
        assertEquals(3 * MILLI + MARGIN, allowed.usualNanos(), "a service is as late after its stalls as before");
        allowed.expects(1);
        assertEquals(COVERED, allowed.usualNanos());
        allowed.covers(0, 0, 0, 0);
        assertEquals(2.8 * MILLI, allowed.usualNanos());
    }

    /** States have moved apart because of the stalls, so the next one is late by as much, but no stall. */
    @Test
    void stallsThatAWiderWindowCoversRaiseItAtOnce() {
        for (int stall = 1; stall <= 2; stall++) {
            allowed.lateness.advance(10 * stall * SECOND);
            allowed.measure(60 * MILLI);
            allowed.measure(0);
        }
        allowed.covers(30 * MILLI, 30 * MILLI, 15 * MILLI, 0);
        assertEquals(MARGIN, allowed.usualNanos());
        allowed.covers(80 * MILLI, 80 * MILLI, 20 * MILLI, 0);
        assertEquals(60 * MILLI + MARGIN, allowed.usualNanos());
    }

    /** One state in twenty is 14 ms late, in each of two seconds, and then one is overdue by 16 ms. */
    @ParameterizedTest
    @CsvSource({
        "10, 0, 3, 5.3, 7.3", // nine tenths of a bridge
        "10, 0, 5, 5.3, 7.3", // at most a tenth of the states are bridged
        "10, 0, 6, 14.3, 16.3", // more than half a gap
        "10, 1, 3, 14.3, 16.3", // states of a receiver
        "9, 0, 3, 14.3, 16.3" // the reader is new
    })
    void rareLatenessIsLeftToBridges(long seconds, long expected, long often, double usual, double wanted) {
        allowed = new AllowedLateness(AllowedLateness.ADAPTIVE, 0, false);
        allowed.lateness.advance(0);
        allowed.expects(expected);
        for (int second = 8; second < 10; second++) {
            allowed.lateness.advance(second * SECOND);
            allowed.covers(20 * MILLI, 20 * MILLI, 10 * MILLI, 10 * MILLI);
            for (int state = 0; state < 20; state++) {
                allowed.measure((state == 5 ? 14 : often) * MILLI);
            }
        }
        allowed.lateness.advance(seconds * SECOND);
        assertEquals(usual, allowed.usualNanos() / MILLI, 1e-9);
        assertEquals(wanted, allowed.wantNanos(16 * MILLI) / MILLI, 1e-9);
    }

    @Test
    void theInitialValueIsTheMinimumInTheFirstSecond() {
        allowed = new AllowedLateness(AllowedLateness.ADAPTIVE, 12 * MILLI, false);
        openAWindowOfFour();
        assertEquals(12 * MILLI, allowed.usualNanos());
        allowed.measure(15 * MILLI);
        assertEquals(15 * MILLI + MARGIN, allowed.usualNanos());
        allowed = new AllowedLateness(AllowedLateness.ADAPTIVE, 50 * MILLI, false);
        openAWindowOfFour();
        assertEquals(COVERED, allowed.usualNanos(), "capped by what the window covers");
        allowed.lateness.advance(1_000 * MILLI);
        assertEquals(3 * MILLI + MARGIN, allowed.usualNanos());
        allowed = new AllowedLateness(2 * MILLI, 12 * MILLI, false);
        openAWindowOfFour();
        assertEquals(2 * MILLI, allowed.usualNanos(), "the fixed value overrides the initial one");
    }
}
