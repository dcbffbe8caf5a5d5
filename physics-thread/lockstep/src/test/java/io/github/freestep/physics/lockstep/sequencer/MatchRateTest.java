package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.Ratio;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MatchRateTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    private final MatchTime time = new MatchTime();
    private final MatchRate rate = new MatchRate(
            Rules.of(MatchSettings.of("t", StateLayout.of(1), 5).rate(100).pauses(2, Duration.ofSeconds(10))), time);

    /** Returns whether the match is paused at a time. */
    private boolean isPausedAt(long now) {
        boolean before = rate.isPaused();
        assertEquals(rate.apply(0, now), before != rate.isPaused());
        return rate.isPaused();
    }

    @Test
    void pausesAreCountedAndEndByThemselves() {
        assertNull(rate.pause(1, 0));
        assertFalse(rate.isPaused());
        assertTrue(isPausedAt(0));
        assertNull(rate.pause(1, 5 * SECOND), "asks for nothing new");
        assertTrue(isPausedAt(10 * SECOND - 1));
        assertFalse(isPausedAt(10 * SECOND));
        assertNull(rate.pause(Peer.NO_PLAYER, 20 * SECOND));
        assertTrue(isPausedAt(20 * SECOND));
        rate.resume();
        assertFalse(isPausedAt(20 * SECOND));
        assertEquals("the match was paused 2 times, as often as the match settings allow", rate.pause(1, 20 * SECOND));
        assertFalse(isPausedAt(20 * SECOND));
    }

    @Test
    void thePauseOfAPlayerWhoLeavesEnds() {
        rate.pause(1, 0);
        rate.leaves(2);
        assertTrue(isPausedAt(0));
        rate.leaves(1);
        assertFalse(isPausedAt(0));
    }

    @Test
    void aTimeInWhichNoPeerWasHeardDoesNotShortenAPause() {
        rate.pause(0, 0);
        rate.forgive(5 * SECOND);
        assertTrue(isPausedAt(15 * SECOND - 1));
        assertFalse(isPausedAt(15 * SECOND));
    }

    @Test
    void stopsInTheMiddleOfATick() {
        time.start(0);
        time.advance(27 * MILLI);
        rate.pause(0, 0);
        rate.apply(1, 0);
        assertEquals(35 * MILLI, time.stop());
        rate.resume();
        rate.apply(1, 0);
        assertEquals(Long.MAX_VALUE, time.stop());
    }

    @Test
    void followsTheScale() {
        rate.scale(Ratio.of(1, 4));
        assertTrue(rate.apply(0, 0));
        assertFalse(rate.apply(0, 0));
        assertEquals(0.25, time.rate());
        assertEquals(40 * MILLI, rate.realPeriodNanos());
        assertThrows(InvalidMessageException.class, () -> MatchRate.check(Ratio.of(1_001)));
        assertThrows(InvalidMessageException.class, () -> MatchRate.check(Ratio.of(1, 1_001)));
    }
}
