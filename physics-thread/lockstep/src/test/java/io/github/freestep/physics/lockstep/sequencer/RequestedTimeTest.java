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

class RequestedTimeTest {
    private static final long SECOND = 1_000_000_000;

    private final RequestedTime rights = new RequestedTime(
            Rules.of(MatchSettings.of("test", StateLayout.of(1), 5).pauses(2, Duration.ofSeconds(10))));

    @Test
    void pausesAreCountedAndEndByThemselves() {
        assertNull(rights.pause(1, 0));
        assertNull(rights.pause(1, 5 * SECOND), "asks for nothing new");
        rights.expire(10 * SECOND - 1);
        assertTrue(rights.isPaused());
        rights.expire(10 * SECOND);
        assertFalse(rights.isPaused());
        assertNull(rights.pause(Peer.NO_PLAYER, 20 * SECOND));
        rights.resume();
        assertFalse(rights.isPaused());
        assertEquals(
                "the match was paused 2 times, as often as the match settings allow", rights.pause(1, 20 * SECOND));
        assertFalse(rights.isPaused());
    }

    @Test
    void thePauseOfAPlayerWhoLeavesEnds() {
        rights.pause(1, 0);
        rights.leaves(2);
        assertTrue(rights.isPaused());
        rights.leaves(1);
        assertFalse(rights.isPaused());
    }

    @Test
    void aTimeInWhichNoPeerWasHeardDoesNotShortenAPause() {
        rights.pause(0, 0);
        rights.forgive(5 * SECOND);
        rights.expire(15 * SECOND - 1);
        assertTrue(rights.isPaused());
        rights.expire(15 * SECOND);
        assertFalse(rights.isPaused());
    }
}
