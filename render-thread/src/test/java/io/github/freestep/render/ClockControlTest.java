package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.StateReader;
import io.github.freestep.time.Ratio;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Frame times in the future or the past, and pauses at scales other than 1. */
class ClockControlTest {
    private static final long MILLI = SimulatedPhysics.MILLI;
    private static final long FRAME_NANOS = 1_000_000_000 / 144;

    private final SimulatedPhysics physics = new SimulatedPhysics();
    private final StateReader window = physics.publisher.states().reader();
    private PresentationClock clock = new PresentationClock(FrameMode.INTERPOLATE, AllowedLateness.ADAPTIVE, true);
    private long now;
    private long shown;

    /** Samples frames for a time ahead of now. Returns how far a frame was at most beyond the newest state. */
    private long run(long millis, long aheadNanos) {
        long most = Long.MIN_VALUE;
        for (long end = now + millis * MILLI; now < end; ) {
            now += FRAME_NANOS;
            physics.runTo(now);
            shown = clock.show(now + aheadNanos, now, window, window.acquire());
            most = Math.max(most, shown - window.state(0).simulationNanos());
        }
        return most;
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 8, 17})
    void framesForAFutureTimeAreInterpolatedWithALongerDelay(long aheadMillis) {
        run(15_000, aheadMillis * MILLI);
        assertTrue(run(10_000, aheadMillis * MILLI) <= 0, "nothing is bridged");
    }

    @ParameterizedTest
    @ValueSource(longs = {8, 17, 40})
    void framesForAFutureTimeAreExtrapolatedWithinBounds(long aheadMillis) {
        clock = new PresentationClock(FrameMode.EXTRAPOLATE, AllowedLateness.ADAPTIVE, true);
        run(30_000, aheadMillis * MILLI);
        assertTrue(run(10_000, aheadMillis * MILLI) <= 10 * MILLI * 7 / 8, "without slowing down");
    }

    @Test
    void aSingleFutureFrameTimeIsForgotten() {
        run(3_000, 0);
        long before = clock.show(now + 10_000 * MILLI, now, window, false);
        run(1_000, 0);
        assertTrue(shown > before + 900 * MILLI);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 100", "1, 1000", "10, 1"})
    void aNewReaderInAPauseSeesTheNewestState(int scale, int by) {
        run(1_000, 0);
        physics.scale(now, Ratio.of(scale, by));
        run(2_000, 0);
        physics.pause(now);
        clock = new PresentationClock(FrameMode.INTERPOLATE, AllowedLateness.ADAPTIVE, true);
        StateReader joined = physics.publisher.states().reader();
        long first = clock.show(now + 1_000 * MILLI, now, joined, joined.acquire());
        assertEquals(joined.state(0).simulationNanos(), first);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 100", "1, 1000", "10, 1"})
    void singleStepsAreShownSoonAtAnyPreviousScale(int scale, int by) {
        run(1_000, 0);
        physics.scale(now, Ratio.of(scale, by));
        run(2_000, 0);
        physics.pause(now);
        run(5_000, 0);
        for (int i = 0; i < 20; i++) {
            long before = shown;
            physics.step(now);
            run(1, 0);
            // As fast as before the pause, or as at scale 1 if that is faster.
            double speed = Math.max(1, (double) scale / by);
            assertEquals(Math.min(10 * MILLI, speed * FRAME_NANOS), shown - before, 0.021 * speed * FRAME_NANOS);
            run(20, 0);
            assertEquals(physics.timeline.simulatedNanos(), shown);
        }
    }
}
