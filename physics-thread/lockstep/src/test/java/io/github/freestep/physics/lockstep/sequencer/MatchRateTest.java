package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.Ratio;
import org.junit.jupiter.api.Test;

class MatchRateTest {
    private static final long MILLI = 1_000_000;

    private final MatchRules rules =
            Rules.of(MatchSettings.of("t", StateLayout.of(1), 2).rate(100));
    private final MatchTime time = new MatchTime();
    private final MatchRate rate = new MatchRate(rules, time);

    @Test
    void saysWhetherAPauseBeginsOrEnds() {
        assertTrue(rate.pause(true, 0));
        assertFalse(rate.pause(true, 0));
        assertTrue(rate.isPaused());
        assertTrue(rate.pause(false, 0));
        assertFalse(rate.isPaused());
    }

    @Test
    void stopsInTheMiddleOfATick() {
        time.start(0);
        time.advance(27 * MILLI);
        rate.pause(true, 1);
        assertEquals(35 * MILLI, time.stop());
        rate.pause(false, 1);
        assertEquals(Long.MAX_VALUE, time.stop());
    }

    @Test
    void followsTheScale() {
        assertTrue(rate.scale(Ratio.of(1, 4)));
        assertFalse(rate.scale(Ratio.of(1, 4)));
        assertEquals(0.25, time.rate());
        assertEquals(40 * MILLI, rate.realPeriodNanos());
        assertThrows(InvalidMessageException.class, () -> MatchRate.check(Ratio.of(1_001)));
        assertThrows(InvalidMessageException.class, () -> MatchRate.check(Ratio.of(1, 1_001)));
    }
}
