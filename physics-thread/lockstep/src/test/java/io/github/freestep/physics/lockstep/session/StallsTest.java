package io.github.freestep.physics.lockstep.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class StallsTest {
    private static final long MILLI = 1_000_000;

    private final Stalls stalls = new Stalls();

    @Test
    void theFirstCallIsNoStall() {
        assertFalse(stalls.isSeen());
        assertEquals(0, stalls.works(900 * MILLI));
        assertFalse(stalls.isSeen());
        assertEquals(0, stalls.works(916 * MILLI));
        assertFalse(stalls.isSeen());
    }

    @Test
    void aGapIsAStallUntilThePacketsHaveSettled() {
        stalls.works(0);
        assertEquals(0, stalls.works(25 * MILLI - 1));
        assertFalse(stalls.isSeen());
        assertEquals(25 * MILLI, stalls.works(50 * MILLI - 1));
        assertTrue(stalls.isSeen());
        stalls.works(60 * MILLI);
        stalls.works(80 * MILLI);
        assertEquals(0, stalls.works(100 * MILLI - 2));
        assertTrue(stalls.isSeen());
        stalls.works(100 * MILLI - 1);
        assertFalse(stalls.isSeen());
    }
}
