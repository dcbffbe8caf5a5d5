package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.state.StateLayout;
import org.junit.jupiter.api.Test;

class InputTimesTest {
    private final InputTimes times = new InputTimes(
            Rules.of(MatchSettings.of("test", StateLayout.of(1), 2).inputDelay(1, 6)));

    @Test
    void anInputIsSampledAtTheFirstFrameThatReachesItsTick() {
        times.begin(10);
        times.sent(10, 3, 1_000, true);
        times.sent(11, 4, 1_100, false);
        times.sent(12, 3, 1_200, true);
        times.sent(13, 3, 1_300, true);
        assertEquals(500, times.neededNanos(13, 1_500));
        assertEquals(400, times.neededNanos(14, 1_500));
        assertEquals(400, times.neededNanos(15, 1_500));
        assertEquals(200, times.neededNanos(16, 1_500));
        assertTrue(times.wasOnTime(13) && times.wasOnTime(16));
        assertFalse(times.wasOnTime(14) || times.wasOnTime(15));
    }

    @Test
    void theTimesOfTheGreatestDelayAreKeptUntilItsTickIsStepped() {
        times.begin(100);
        for (int tick = 100; tick < 200; tick++) {
            times.sent(tick, 6, tick, true);
            for (int input = Math.max(106, tick + 1); input <= tick + 6; input++) {
                assertEquals(tick - Math.max(100, input - 6), times.neededNanos(input, tick), "input " + input);
            }
        }
    }

    @Test
    void anInputThatComesBeforeItsFrameNeedsNoTime() {
        times.begin(10);
        for (int tick = 10; tick < 50; tick++) {
            times.sent(tick, 2, tick, true);
        }
        assertEquals(0, times.neededNanos(52, 60));
        assertFalse(times.wasOnTime(52));
    }

    @Test
    void aNewPeerSamplesAtItsOwnFrames() {
        times.begin(10);
        times.sent(10, 6, 1_000, false);
        times.begin(12);
        times.sent(12, 3, 2_000, true);
        assertEquals(100, times.neededNanos(15, 2_100));
        assertTrue(times.wasOnTime(15));
    }
}
