package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AllowedLatenessTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final double MARGIN = 0.3 * MILLI;

    /** Two gaps of 10 ms plus the least lateness, minus the reserve. */
    private static final double COVERED = 22.8 * MILLI;

    private AllowedLateness allowed = new AllowedLateness(AllowedLateness.ADAPTIVE, 0);

    @BeforeEach
    void openAWindowOfFour() {
        allowed.advance(0);
        allowed.covers(20 * MILLI, 20 * MILLI, 10 * MILLI, 0);
        allowed.measure(3 * MILLI);
        allowed.covers(20 * MILLI, 20 * MILLI, 10 * MILLI, 0);
    }

    private void fixed(long nanos) {
        allowed = new AllowedLateness(nanos, 0);
        openAWindowOfFour();
    }

    @Test
    void itIsTheLargestLatenessPlusAMarginCappedByTheWindow() {
        assertEquals(3 * MILLI + MARGIN, allowed.usualNanos());
        assertFalse(allowed.measure(30 * MILLI), "no stall, because a bridge covers it");
        assertEquals(COVERED, allowed.usualNanos());
        assertTrue(allowed.covers(COVERED));
        assertFalse(allowed.covers(COVERED + 1));
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
    void threeStallsInHalfAMinuteRaiseItToAllThatTheWindowCovers() {
        for (int stall = 1; stall <= 3; stall++) {
            allowed.advance(stall * SECOND);
            assertEquals(3 * MILLI + MARGIN, allowed.usualNanos());
            assertTrue(allowed.measure(60 * MILLI));
            assertFalse(allowed.measure(3 * MILLI));
            assertFalse(allowed.measure(3 * MILLI));
        }
        assertEquals(COVERED, allowed.usualNanos());
        allowed.covers(0, 0, 0, 0);
        assertEquals(2.8 * MILLI, allowed.usualNanos());
    }

    @Test
    void stallsRaiseItNoFurtherInSlowMotionAndNotBeyondTheWindowInFastMotion() {
        for (int stall = 1; stall <= 3; stall++) {
            allowed.advance(stall * SECOND);
            allowed.measure(60 * MILLI);
            allowed.measure(3 * MILLI);
        }
        allowed.covers(20 * MILLI, 200 * MILLI, 100 * MILLI, 0);
        assertEquals(COVERED, allowed.usualNanos());
        assertFalse(allowed.measure(40 * MILLI), "no stall, because the window covers it");
        assertEquals(40 * MILLI + MARGIN, allowed.usualNanos());
        allowed.covers(20 * MILLI, 2 * MILLI, MILLI, 0);
        assertEquals(COVERED - 18 * MILLI, allowed.usualNanos());
    }

    /** States have moved apart because of the stalls, so the next one is late by as much, but no stall. */
    @Test
    void stallsThatAWiderWindowCoversRaiseItAtOnce() {
        for (int stall = 1; stall <= 2; stall++) {
            allowed.advance(10 * stall * SECOND);
            allowed.measure(60 * MILLI);
            allowed.measure(0);
        }
        allowed.covers(30 * MILLI, 30 * MILLI, 15 * MILLI, 0);
        assertEquals(MARGIN, allowed.usualNanos());
        allowed.covers(80 * MILLI, 80 * MILLI, 20 * MILLI, 0);
        assertEquals(60 * MILLI + MARGIN, allowed.usualNanos());
    }

    @Test
    void cutLimitsItToWhatTheWindowCovers() {
        allowed.set(COVERED - 1);
        allowed.cut();
        assertEquals(COVERED - 1, allowed.nanos());
        allowed.set(COVERED + MILLI);
        allowed.cut();
        assertEquals(COVERED, allowed.nanos());
        fixed(MILLI);
        allowed.measure(0);
        allowed.covers(0, 0, 0, 0);
        allowed.cut();
        assertEquals(0, allowed.nanos());
    }

    /** Moves towards the target for n milliseconds, frame by frame, and returns the change. */
    private double slew(double want, long millis) {
        double before = allowed.nanos();
        for (long i = 0; i < millis; i++) {
            double each = allowed.nanos();
            allowed.slew(want, MILLI);
            assertEquals(each, allowed.nanos(), 0.02 * MILLI + 1e-6, "changes by at most 2 % of the time");
        }
        return allowed.nanos() - before;
    }

    @Test
    void itRisesMoreSlowlyAndFallsFasterForANewReader() {
        allowed.slew(3 * MILLI, 0);
        assertEquals(2.1, slew(13 * MILLI, 1_000) / MILLI, 1e-6);
        assertEquals(-2.1, slew(3 * MILLI, 1_000) / MILLI, 1e-6);
        allowed.set(5.2 * MILLI);
        assertEquals(-0.4, slew(5 * MILLI - 0.2 * MILLI, 100) / MILLI, 0.001);
    }

    @Test
    void theInitialValueIsTheMinimumInTheFirstSecond() {
        allowed = new AllowedLateness(AllowedLateness.ADAPTIVE, 12 * MILLI);
        openAWindowOfFour();
        assertEquals(12 * MILLI, allowed.usualNanos());
        allowed.measure(15 * MILLI);
        assertEquals(15 * MILLI + MARGIN, allowed.usualNanos());
        allowed = new AllowedLateness(AllowedLateness.ADAPTIVE, 50 * MILLI);
        openAWindowOfFour();
        assertEquals(COVERED, allowed.usualNanos(), "capped by what the window covers");
        allowed.advance(1_000 * MILLI);
        assertEquals(3 * MILLI + MARGIN, allowed.usualNanos());
        allowed = new AllowedLateness(2 * MILLI, 12 * MILLI);
        openAWindowOfFour();
        assertEquals(2 * MILLI, allowed.usualNanos(), "the fixed value overrides the initial one");
    }

    @Test
    void itRisesByAtMostTwoPercentOfTimeAndFallsByOne() {
        allowed.slew(0, 0);
        allowed.covers(500 * MILLI, 500 * MILLI, 0, 0);
        assertEquals(20, slew(300 * MILLI, 1_000) / MILLI, 1e-6);
        allowed.set(300 * MILLI);
        assertEquals(-10, slew(0, 1_000) / MILLI, 1e-6);
    }

    @Test
    void itChangesAtFullSpeedNearAndBeyondWhatTheWindowCovers() {
        allowed.slew(COVERED - 2 * MILLI, 0);
        assertEquals(2, slew(COVERED, 200) / MILLI, 1e-6);
        allowed.set(COVERED + 4 * MILLI);
        assertEquals(-4, slew(COVERED, 200) / MILLI, 1e-6);
    }
}
