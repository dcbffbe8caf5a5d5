package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.state.StateLayout;
import org.junit.jupiter.api.Test;

class DelayControlTest {
    private static final long MILLI = 1_000_000;

    private final MatchSettings settings =
            MatchSettings.of("test", StateLayout.of(1), 2).rate(100).inputDelay(2, 20);
    private final DelayControl delay = new DelayControl(Rules.of(settings));

    /** Lets tenths of a second pass, with 10 frames each and inputs that need a time. Returns the delay. */
    private int pass(int tenths, long nanos) {
        for (int i = 0; i < tenths; i++) {
            delay.sample(nanos);
            delay.evaluate(Rules.of(settings).periodNanos());
            for (int frame = 0; frame < 10; frame++) {
                int before = delay.delay();
                assertEquals(before, delay.next(), 1);
            }
        }
        return delay.delay();
    }

    @Test
    void startsWithTheRoundTrip() {
        delay.start(55 * MILLI);
        assertEquals(6, delay.next());
        delay.start(-1);
        assertEquals(2, delay.next());
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
        delay.start(190 * MILLI);
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
    void staysWithinItsBounds() {
        assertEquals(20, pass(10, 900 * MILLI));
        assertEquals(2, pass(100, 1));
    }
}
