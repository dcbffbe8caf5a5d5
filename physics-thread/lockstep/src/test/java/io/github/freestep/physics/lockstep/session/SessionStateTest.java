package io.github.freestep.physics.lockstep.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.link.Frames;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.VirtualClock;
import org.junit.jupiter.api.Test;

class SessionStateTest {
    private static final long MILLI = 1_000_000;
    private static final int MAX_DELAY = 9;

    private final VirtualClock clock = new VirtualClock(-50 * MILLI);
    private final MatchRules rules =
            Rules.of(MatchSettings.of("view", StateLayout.of(1), 3).inputDelay(1, MAX_DELAY));
    private final SessionState session = new SessionState(rules, clock, CommandReader.NONE, IllegalStateException::new);

    private void frame(long tick) {
        session.frame(Frames.of(rules, tick, 2, new int[0]), 1);
    }

    @Test
    void namesThePlayersThatTheNextTickWaitsFor() {
        frame(7);
        assertFalse(session.isWaiting());
        assertEquals(-1, session.waitingFor(8));
        assertEquals(-1, session.waitingNanos(8));
        session.waiting(8, 0b110, 30 * MILLI, clock.nanoTime());
        clock.advance(12 * MILLI);
        assertTrue(session.isWaiting());
        assertEquals(1, session.waitingFor(8));
        assertEquals(42 * MILLI, session.waitingNanos(8));
        assertEquals(-1, session.waitingFor(7), "its frame has arrived");
        assertEquals(-1, session.waitingNanos(7));
        assertEquals(
                "CONNECTING, tick 6 of 7, waiting for players 1 2 for 42 ms, input delay 2 ticks", session.inWords(6));
        session.waiting(8, 0b110, -100 * MILLI, clock.nanoTime());
        assertEquals(0, session.waitingNanos(8), "a time that the sequencer has invented");
        session.waiting(8, 0, 0, clock.nanoTime());
        assertFalse(session.isWaiting());
        session.waiting(8, 1, 0, clock.nanoTime());
        frame(8);
        assertFalse(session.isWaiting(), "the tick has come");
    }

    @Test
    void theFirstEndStays() {
        assertEquals("the session was closed", session.ended().getMessage());
        Exception cause = new Exception();
        session.end("gone", cause);
        session.end("no");
        session.stage = Stage.ENDED;
        assertEquals(Stage.ENDED, session.stage);
        assertEquals("ENDED: gone", session.inWords(0));
        assertSame(session.failure, session.ended());
        assertSame(cause, session.failure.getCause());
    }
}
