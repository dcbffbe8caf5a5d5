package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
        times.sent(10, 3, 1_000);
        times.sent(11, 4, 1_100);
        times.sent(12, 3, 1_200);
        times.sent(13, 3, 1_300);
        assertEquals(500, times.neededNanos(13, 1_500));
        assertEquals(400, times.neededNanos(14, 1_500));
        assertEquals(400, times.neededNanos(15, 1_500));
        assertEquals(200, times.neededNanos(16, 1_500));
    }

    @Test
    void theTimesOfTheGreatestDelayAreKeptUntilItsTickIsStepped() {
        times.begin(100);
        for (int tick = 100; tick < 200; tick++) {
            times.sent(tick, 6, tick);
            for (int input = Math.max(106, tick + 1); input <= tick + 6; input++) {
                assertEquals(tick - Math.max(100, input - 6), times.neededNanos(input, tick), "input " + input);
            }
        }
    }

    @Test
    void anInputThatComesBeforeItsFrameNeedsNoTime() {
        times.begin(10);
        for (int tick = 10; tick < 50; tick++) {
            times.sent(tick, 2, tick);
        }
        assertEquals(0, times.neededNanos(52, 60));
    }

    @Test
    void aNewPeerSamplesAtItsOwnFrames() {
        times.begin(10);
        times.sent(10, 6, 1_000);
        times.begin(12);
        times.sent(12, 3, 2_000);
        assertEquals(100, times.neededNanos(15, 2_100));
    }
}
