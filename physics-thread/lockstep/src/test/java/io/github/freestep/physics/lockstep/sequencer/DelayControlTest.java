package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.state.StateLayout;
import org.junit.jupiter.api.Test;

class DelayControlTest {
    private static final long MILLI = 1_000_000;
    private static final int MAX_DELAY = 20;

    private final MatchSettings settings =
            MatchSettings.of("test", StateLayout.of(1), 2).rate(100).inputDelay(2, MAX_DELAY);
    private final DelayControl delay = new DelayControl(Rules.of(settings));
    private final long periodNanos = Rules.of(settings).periodNanos();
    private double lost;
    private long tick;

    /** Lets tenths of a second pass, with 10 frames each and an input that needs a time. Returns the delay. */
    private int pass(int tenths, long nanos) {
        for (int i = 0; i < tenths; i++) {
            for (int frame = 0; frame < 10; frame++) {
                int before = delay.delay;
                assertTrue(delay.next(++tick, tick * periodNanos) >= before - 1);
            }
            long newest = tick + delay.delay;
            delay.sample(newest, nanos - delay.neededNanos(newest, 0));
            delay.evaluate(periodNanos, lost);
        }
        return delay.next(++tick, tick * periodNanos);
    }

    @Test
    void growsAtOnceAndShrinksWithinThreeSeconds() {
        assertEquals(2, pass(50, 5 * MILLI));
        assertEquals(2, pass(2, 900 * MILLI), "a hiccup");
        assertEquals(2, pass(50, 5 * MILLI));
        assertEquals(2, pass(2, 75 * MILLI));
        assertEquals(8, pass(1, 75 * MILLI));
        assertEquals(8, pass(17, 5 * MILLI));
        assertEquals(7, pass(1, 5 * MILLI));
        assertEquals(2, pass(4, 5 * MILLI));
        assertEquals(MAX_DELAY, pass(10, 900 * MILLI));
    }

    @Test
    void onALinkThatLosesMuchItShrinksOnlyAfterTenSeconds() {
        lost = 0.26;
        assertEquals(2, pass(50, 5 * MILLI));
        assertEquals(8, pass(3, 75 * MILLI));
        lost = 0.21; // The measured share varies.
        assertEquals(8, pass(97, 5 * MILLI));
        assertEquals(2, pass(5, 5 * MILLI));
        assertEquals(8, pass(3, 75 * MILLI));
        lost = 0.19;
        assertEquals(8, pass(17, 5 * MILLI));
        assertEquals(2, pass(5, 5 * MILLI));
    }

    @Test
    void theTimesOfTheGreatestDelayAreKeptUntilItsTickIsStepped() {
        delay.start(100, MAX_DELAY);
        for (int now = 100; now < 200; now++) {
            int reached = now + delay.next(now, now);
            for (int input = now + 1; input <= reached; input++) {
                assertTrue(delay.neededNanos(input, now) <= MAX_DELAY, "input " + input);
            }
        }
    }
}
