package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class StateSpacingTest {
    private static final double MILLI = 1e6;
    private static final long SECOND = 1_000_000_000;

    private final StateSpacing spacing = new StateSpacing();
    private long now = -3 * SECOND;

    /** States that come for some seconds, one of them late. */
    private void pass(int seconds, double lateMillis) {
        for (int i = 0; i < seconds; i++) {
            for (int state = 0; state < 10; state++) {
                now += SECOND / 10;
                spacing.came((state == 5 ? 10 + lateMillis : 10) * MILLI, now);
            }
        }
    }

    private void assertGap(double millis) {
        assertEquals(millis == 0, spacing.isFar(0.0), "gap");
        assertTrue(spacing.isFar(millis * MILLI));
        assertEquals(millis == 0, spacing.isFar(Math.max(0, millis - 0.01) * MILLI));
    }

    @Test
    void statesMoveApartSoThatAWindowButHalfABridgeSpansTheLateness() {
        assertGap(0);
        pass(4, 103);
        assertGap(16);
    }

    /** What waited in it comes at once, the first state before the border and others after it. */
    @Test
    void aStallAroundTheBorderOfTwoSecondsIsOneEvent() {
        for (int millis = 70; millis < 350; millis += 20) {
            for (int phase = 0; phase < 1_000; phase += 5) {
                StateSpacing states = new StateSpacing();
                long begin = 3 * SECOND + (long) (phase * MILLI);
                long end = begin + (long) (millis * MILLI);
                long came = 0;
                for (long due = SECOND; due < 8 * SECOND; due += SECOND / 100) {
                    came = Math.max(came + SECOND / 1_000, due > begin ? Math.max(due, end) : due);
                    states.came(came - due + 10 * MILLI, came);
                }
                assertTrue(states.isFar(9 * MILLI), millis + " ms, " + phase);
            }
        }
    }

    /**
     * They do so slowly, because a sampler's delay is as long as the window was, and falls slowly. They stay a third
     * further apart than they need to be, because the next state may be a little later.
     */
    @Test
    void theyMoveTogetherByOneMillisecondPerSecondWhenNothingWasLateForSixteenSeconds() {
        pass(4, 103);
        pass(14, 57.5);
        assertGap(16);
        pass(3, 57.5);
        assertGap(13);
        pass(20, 57.5);
        assertGap(12);
        pass(20, 58);
        assertGap(12);
    }

    /** In a queue all states are late. What was late beside states in time comes again, as a silence of a link does. */
    @Test
    void aQueueThatIsGoneIsForgottenButNoSilence() {
        pass(4, 103);
        spacing.forgetQueues();
        assertGap(16);
        for (int state = 0; state < 40; state++) {
            now += SECOND / 10;
            spacing.came(200 * MILLI, now);
        }
        pass(2, 0);
        assertFalse(spacing.isFar(20 * MILLI));
        spacing.forgetQueues();
        assertGap(16);
    }

    @Test
    void whatNoGapCanHideDoesNotCount() {
        pass(6, 349);
        assertGap(50);
        pass(70, 0);
        pass(20, 400);
        assertTrue(spacing.isFar(MILLI));
    }
}
