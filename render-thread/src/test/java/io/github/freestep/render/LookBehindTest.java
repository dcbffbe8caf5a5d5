package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LookBehindTest {
    private static final long MILLI = 1_000_000;
    private static final double MARGIN = 0.3 * MILLI;

    /** Two gaps of 10 ms and the least lateness, but for the reserve. */
    private static final double COVERED = 22.8 * MILLI;

    private LookBehind lookBehind = new LookBehind(LookBehind.ADAPTIVE, 0);

    @BeforeEach
    void aWindowOfFour() {
        lookBehind.advance(0);
        lookBehind.covers(20 * MILLI, 20 * MILLI, 10 * MILLI);
        lookBehind.measure(3 * MILLI);
        lookBehind.covers(20 * MILLI, 20 * MILLI, 10 * MILLI);
    }

    private void fixed(long nanos) {
        lookBehind = new LookBehind(nanos, 0);
        aWindowOfFour();
    }

    @Test
    void itIsTheMostLatenessAndAMarginButNoMoreThanTheWindowCovers() {
        assertEquals(3 * MILLI + MARGIN, lookBehind.usualNanos());
        assertFalse(lookBehind.measure(30 * MILLI), "no stall, since it can be bridged");
        assertEquals(COVERED, lookBehind.usualNanos());
        assertTrue(lookBehind.covers(COVERED));
        assertFalse(lookBehind.covers(COVERED + 1));
    }

    @Test
    void whatIsLateAlreadyIsFollowedUnlessItIsAStall() {
        assertEquals(3 * MILLI + MARGIN, lookBehind.wantNanos(-5 * MILLI));
        assertEquals(8 * MILLI + MARGIN, lookBehind.wantNanos(8 * MILLI));
        assertEquals(COVERED, lookBehind.wantNanos((long) lookBehind.stallNanos()));
        assertEquals(3 * MILLI + MARGIN, lookBehind.wantNanos((long) lookBehind.stallNanos() + 1));
        assertTrue(lookBehind.measure(33 * MILLI));
        assertEquals(3 * MILLI + MARGIN, lookBehind.wantNanos(8 * MILLI), "late because of the stall");
    }

    @Test
    void threeStallsInHalfAMinuteAreWorthAllThatTheWindowCovers() {
        for (int stall = 1; stall <= 3; stall++) {
            assertEquals(3 * MILLI + MARGIN, lookBehind.usualNanos());
            assertTrue(lookBehind.measure(60 * MILLI));
            assertFalse(lookBehind.measure(3 * MILLI));
        }
        assertEquals(COVERED, lookBehind.usualNanos());
        lookBehind.covers(0, 0, 0);
        assertEquals(2.8 * MILLI, lookBehind.usualNanos());
    }

    @Test
    void stallsAreWorthNoMoreInSlowMotionThanWithoutAndNoMoreThanIsCoveredInFast() {
        for (int stall = 1; stall <= 3; stall++) {
            lookBehind.measure(60 * MILLI);
            lookBehind.measure(3 * MILLI);
        }
        lookBehind.covers(20 * MILLI, 200 * MILLI, 100 * MILLI);
        assertEquals(COVERED, lookBehind.usualNanos());
        assertFalse(lookBehind.measure(40 * MILLI), "covered");
        assertEquals(40 * MILLI + MARGIN, lookBehind.usualNanos());
        lookBehind.covers(20 * MILLI, 2 * MILLI, MILLI);
        assertEquals(COVERED - 18 * MILLI, lookBehind.usualNanos());
    }

    @Test
    void whatIsNotCoveredIsCutAndNothingElse() {
        lookBehind.set(COVERED - 1);
        lookBehind.cut();
        assertEquals(COVERED - 1, lookBehind.nanos());
        lookBehind.set(COVERED + MILLI);
        lookBehind.cut();
        assertEquals(COVERED, lookBehind.nanos());
        fixed(MILLI);
        lookBehind.measure(0);
        lookBehind.covers(0, 0, 0);
        lookBehind.cut();
        assertEquals(0, lookBehind.nanos());
    }

    @Test
    void whereAWindowCoversNothingItIsZero() {
        lookBehind.measure(0);
        lookBehind.covers(0, 0, 0);
        assertEquals(0, lookBehind.usualNanos());
        for (int stall = 0; stall < 3; stall++) {
            lookBehind.measure(60 * MILLI);
            lookBehind.measure(0);
        }
        assertEquals(0, lookBehind.usualNanos());
        fixed(5 * MILLI);
        lookBehind.measure(0);
        lookBehind.covers(0, 0, 0);
        assertEquals(0, lookBehind.usualNanos());
    }

    @Test
    void aFixedOneKnowsNoStallsAndFollowsNothing() {
        fixed(5 * MILLI);
        assertFalse(lookBehind.measure(60 * MILLI));
        assertEquals(5 * MILLI, lookBehind.wantNanos(8 * MILLI));
        fixed(500 * MILLI);
        assertEquals(COVERED, lookBehind.usualNanos());
    }

    /** How far it goes in so many milliseconds, frame by frame. */
    private double slew(double want, long millis) {
        double before = lookBehind.nanos();
        for (long i = 0; i < millis; i++) {
            double each = lookBehind.nanos();
            lookBehind.slew(want, MILLI);
            assertEquals(each, lookBehind.nanos(), 0.02 * MILLI + 1e-6, "by 2 % of the time at the most");
        }
        return lookBehind.nanos() - before;
    }

    @Test
    void itBeginsWhereItShouldBe() {
        lookBehind.slew(7 * MILLI, 0);
        assertEquals(7 * MILLI, lookBehind.nanos());
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 12})
    void itRisesWithinASecondOrSoAndFallsWithinSeveral(long by) {
        lookBehind.advance(10_000 * MILLI);
        lookBehind.slew(3 * MILLI, 0);
        assertEquals(by * (1 - 1 / Math.E), slew((3 + by) * MILLI, 1_000) / MILLI, 0.15 * by);
        slew((3 + by) * MILLI, 3_000);
        assertEquals((3 + by) * MILLI, lookBehind.nanos(), "it ends, and goes no further");
        assertEquals(-by * (1 - 1 / Math.E), slew(3 * MILLI, 4_000) / MILLI, 0.15 * by);
        slew(3 * MILLI, 12_000);
        assertEquals(3 * MILLI, lookBehind.nanos());
    }

    @Test
    void aYoungReaderTakesUpWhatIsBridgedMeanwhileMoreSlowlyAndGivesBackMoreQuickly() {
        lookBehind.slew(3 * MILLI, 0);
        assertEquals(2.1, slew(13 * MILLI, 1_000) / MILLI, 1e-6);
        assertEquals(-2.1, slew(3 * MILLI, 1_000) / MILLI, 1e-6);
        lookBehind.set(5.2 * MILLI);
        assertEquals(-0.4, slew(5 * MILLI - 0.2 * MILLI, 100) / MILLI, 0.001);
    }

    @Test
    void whatHeldThePictureUpIsGivenBackQuickly() {
        lookBehind.advance(10_000 * MILLI);
        lookBehind.slew(3 * MILLI, 0);
        lookBehind.hold(7 * MILLI);
        assertEquals(-4, slew(3 * MILLI, 1_002) / MILLI, 1e-6);
        lookBehind.set(3.1 * MILLI);
        assertEquals(-0.03, slew(3 * MILLI, 100) / MILLI, 0.003, "which was that");
    }

    @Test
    void theInitialOneIsTheLeastOfTheFirstSecond() {
        lookBehind = new LookBehind(LookBehind.ADAPTIVE, 12 * MILLI);
        aWindowOfFour();
        assertEquals(12 * MILLI, lookBehind.usualNanos());
        lookBehind.measure(15 * MILLI);
        assertEquals(15 * MILLI + MARGIN, lookBehind.usualNanos());
        lookBehind = new LookBehind(LookBehind.ADAPTIVE, 50 * MILLI);
        aWindowOfFour();
        assertEquals(COVERED, lookBehind.usualNanos(), "no more than the window covers");
        lookBehind.advance(1_000 * MILLI);
        assertEquals(3 * MILLI + MARGIN, lookBehind.usualNanos());
        lookBehind = new LookBehind(2 * MILLI, 12 * MILLI);
        aWindowOfFour();
        assertEquals(2 * MILLI, lookBehind.usualNanos(), "fixed");
    }

    @Test
    void noChangeIsFasterThanTwoPercent() {
        lookBehind.slew(0, 0);
        lookBehind.covers(500 * MILLI, 500 * MILLI, 0);
        assertEquals(20, slew(300 * MILLI, 1_000) / MILLI, 1e-6);
        lookBehind.set(300 * MILLI);
        assertEquals(-20, slew(0, 1_000) / MILLI, 1e-6);
    }

    @Test
    void whereBridgingIsNeededItRisesFasterAndWhatIsNotCoveredIsGivenUpAtOnce() {
        lookBehind.slew(COVERED - 2 * MILLI, 0);
        assertEquals(2, slew(COVERED, 200) / MILLI, 1e-6);
        lookBehind.set(COVERED + 4 * MILLI);
        assertEquals(-4, slew(COVERED, 200) / MILLI, 1e-6);
    }
}
