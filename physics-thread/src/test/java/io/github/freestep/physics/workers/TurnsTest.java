package io.github.freestep.physics.workers;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** On one thread. Other tests race for the end of a turn. */
class TurnsTest {
    private static final long MILLI = 1_000_000;

    private final Turns turns = new Turns();
    private final Run run = new IdleRun(false);

    @Test
    void theRunOfTheLastTurnIsKnownUntilItHasEnded() {
        assertNull(turns.current());
        turns.end(turns.enter(run, 0));
        turns.forget(new IdleRun(false));
        assertSame(run, turns.current());
        turns.forget(run);
        assertNull(turns.current());
    }

    /** The clock wraps in the turn. */
    @Test
    void aTurnMayHangOnceItHasLastedForMoreThanATenthOfASecond() {
        long begins = Long.MAX_VALUE - 50 * MILLI;
        assertFalse(turns.isLong(begins + 1_000 * MILLI), "no turn");
        long turn = turns.enter(run, begins);
        assertFalse(turns.isLong(begins + 100 * MILLI));
        assertTrue(turns.isLong(begins + 100 * MILLI + 1));
        turns.end(turn);
        assertFalse(turns.isLong(begins + 1_000 * MILLI));
    }
}
