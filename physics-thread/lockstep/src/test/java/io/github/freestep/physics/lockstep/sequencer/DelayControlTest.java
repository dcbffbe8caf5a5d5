package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.state.StateLayout;
import org.junit.jupiter.api.Test;

class DelayControlTest {
    private static final long MILLI = 1_000_000;

    private final MatchSettings settings =
            MatchSettings.of("test", StateLayout.of(1), 2).rate(100).inputDelay(2, 20);
    private final DelayControl delay = new DelayControl(Rules.of(settings));
    private final long periodNanos = Rules.of(settings).periodNanos();

    /** Lets tenths of a second pass, with 10 frames each and inputs that need a time. Returns the delay. */
    private int pass(int tenths, long nanos) {
        for (int i = 0; i < tenths; i++) {
            delay.sample(nanos);
            delay.evaluate(periodNanos);
            for (int frame = 0; frame < 10; frame++) {
                int before = delay.delay();
                assertTrue(delay.next() >= before - 1);
            }
        }
        return delay.delay();
    }

    @Test
    void startsWithTheRoundTrip() {
        assertEquals(6, delay.first(55 * MILLI, periodNanos));
        assertEquals(4, delay.first(55 * MILLI, 2 * periodNanos));
        assertEquals(2, delay.first(-1, periodNanos));
        delay.start(6);
        assertEquals(6, delay.next());
    }

    @Test
    void growsAtOnceAndShrinksWithinThreeSeconds() {
        assertEquals(2, pass(50, 5 * MILLI));
        assertEquals(2, pass(2, 75 * MILLI));
        assertEquals(8, pass(1, 75 * MILLI));
        assertEquals(8, pass(17, 5 * MILLI));
        assertEquals(6, pass(1, 5 * MILLI));
        assertEquals(2, pass(4, 5 * MILLI));
    }

    @Test
    void aRoundTripThatWasMeasuredTooLongCountsForASecond() {
        delay.start(20);
        assertEquals(20, pass(8, 55 * MILLI));
        assertEquals(7, pass(10, 55 * MILLI));
    }

    @Test
    void ignoresAHiccup() {
        pass(50, 12 * MILLI);
        assertEquals(2, pass(2, 900 * MILLI));
        assertEquals(2, pass(50, 12 * MILLI));
    }

    @Test
    void aNewPeerBeginsAnew() {
        assertEquals(19, pass(60, 180 * MILLI));
        delay.start(2);
        assertEquals(2, pass(1, 5 * MILLI));
        pass(9, 75 * MILLI);
        assertEquals(2, pass(15, 5 * MILLI), "the first 4 s of a player are soon forgotten");
    }

    @Test
    void staysWithinItsBounds() {
        assertEquals(20, pass(10, 900 * MILLI));
        assertEquals(2, pass(100, 1));
    }
}
