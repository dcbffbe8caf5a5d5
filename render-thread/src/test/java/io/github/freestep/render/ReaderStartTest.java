package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.state.StateSubscriber;
import io.github.freestep.time.Ratio;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The first look of a reader: states that were there before it were not late for it. */
class ReaderStartTest {
    private static final long MILLI = Physics.MILLI;

    @ParameterizedTest
    @ValueSource(longs = {5, 45, 1_003, 1_009, 1_012})
    void theAgeOfTheFirstStatesIsNotTheirLateness(long firstFrameMillis) {
        Physics physics = new Physics();
        double behind = lookBehindAfter(physics, firstFrameMillis * MILLI, 30);
        assertEquals(10 + 3 + 0.3, behind / MILLI, 0.001);
    }

    @ParameterizedTest
    @CsvSource({"1, 10", "1, 100"})
    void aReaderThatJoinsInSlowMotionIsNotFurtherBehind(int scale, int by) {
        Physics physics = new Physics(100, 8);
        physics.scale(0, Ratio.of(scale, by));
        double behind = lookBehindAfter(physics, 2_095 * MILLI, 100);
        assertEquals(10.0 * by / scale + 3 + 0.3, behind / MILLI, 0.001);
    }

    /** Frames at 60 a second. */
    private static double lookBehindAfter(Physics physics, long firstNanos, int frames) {
        StateSubscriber window = physics.publisher.channel().subscribe();
        PresentationClock clock = new PresentationClock(Mode.INTERPOLATE, LookBehind.ADAPTIVE, true);
        for (int frame = 0; frame < frames; frame++) {
            long now = firstNanos + frame * 1_000_000_000L / 60;
            physics.runTo(now);
            clock.show(now, window, window.acquire());
        }
        return clock.lookBehindNanos();
    }
}
