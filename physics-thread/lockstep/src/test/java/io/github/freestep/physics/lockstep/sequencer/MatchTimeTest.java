package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.state.StateLayout;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MatchTimeTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    private final MatchTime time = new MatchTime(
            Rules.of(MatchSettings.of("t", StateLayout.of(1), 5).rate(100).pauses(2, Duration.ofSeconds(10))));

    private boolean isPausedAt(long now) {
        boolean before = time.isPaused();
        assertEquals(time.apply(0, now), before != time.isPaused());
        return time.isPaused();
    }

    @Test
    void stopsInTheMiddleOfATickAndDoesNotCatchUpAPause() {
        time.start(0);
        time.advance(27 * MILLI);
        time.pause(0, 0);
        time.apply(1, 0);
        assertEquals(35 * MILLI, time.realNanos(35 * MILLI));
        assertEquals(Long.MAX_VALUE, time.realNanos(35 * MILLI + 1));
        time.advance(100 * MILLI);
        assertEquals(35 * MILLI, time.matchNanos());
        time.resume();
        time.apply(1, 0);
        time.advance(101 * MILLI);
        assertEquals(36 * MILLI, time.matchNanos());
    }

    @Test
    void pausesAreCountedAndEndByThemselves() {
        assertNull(time.pause(1, 0));
        assertFalse(time.isPaused());
        assertTrue(isPausedAt(0));
        assertNull(time.pause(1, 3 * SECOND), "asks for nothing new");
        time.forgive(5 * SECOND);
        assertTrue(isPausedAt(15 * SECOND - 1));
        assertFalse(isPausedAt(15 * SECOND));
        assertNull(time.pause(1, 20 * SECOND));
        time.leaves(2);
        assertTrue(isPausedAt(20 * SECOND));
        time.leaves(1);
        assertFalse(isPausedAt(20 * SECOND), "the player who paused has left");
        assertEquals("the match was paused 2 times, as often as the match settings allow", time.pause(1, 20 * SECOND));
        assertFalse(isPausedAt(20 * SECOND));
    }
}
