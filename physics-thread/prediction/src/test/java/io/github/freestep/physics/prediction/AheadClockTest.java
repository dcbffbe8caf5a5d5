package io.github.freestep.physics.prediction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.time.VirtualClock;
import org.junit.jupiter.api.Test;

class AheadClockTest {
    private static final long MILLI = 1_000_000;

    private final VirtualClock match = new VirtualClock(500 * MILLI);
    private final AheadClock ahead = new AheadClock(match, 400 * MILLI);

    @Test
    void itStandsUntilItHasALead() {
        match.advance(MILLI);
        assertEquals(400 * MILLI, ahead.nanoTime());
        ahead.lead(30 * MILLI);
        assertEquals(531 * MILLI, ahead.nanoTime());
    }

    @Test
    void itDoesNotGoBack() {
        ahead.lead(-200 * MILLI);
        assertEquals(400 * MILLI, ahead.nanoTime());
        match.advance(150 * MILLI);
        assertEquals(450 * MILLI, ahead.nanoTime());
    }

    @Test
    void itFollowsTheLeadSlowly() {
        ahead.lead(30 * MILLI);
        long before = ahead.nanoTime();
        for (long aim : new long[] {60 * MILLI, 10 * MILLI}) {
            for (int i = 0; i < 2_000; i++) {
                match.advance(MILLI);
                ahead.lead(aim);
                long passed = ahead.nanoTime() - before;
                before += passed;
                assertTrue(passed >= 0.9 * MILLI && passed <= 1.1 * MILLI, "" + passed);
            }
            assertEquals(aim, ahead.nanoTime() - match.nanoTime());
        }
    }
}
