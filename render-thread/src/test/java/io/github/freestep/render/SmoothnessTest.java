package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.TimeAnchor;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks every frame rate with every kind of load, on timing scripts of 40 s; the first 15 s are for settling.
 */
class SmoothnessTest {
    /** Zero stands for a display with a variable rate. */
    private static final double[] RATES = {24, 30, 48, 60, 72, 75, 90, 100, 120, 144, 165, 240, 360, 0};

    private static final int SEEDS = Thorough.of(2, 20);
    private static final double SECONDS = 40;
    private static final double SETTLED = 15;
    private static final int DEPTH = 4;

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @CsvSource({
        "0.05, constant", "0.05, lognormal", "0.05, bimodal",
        "0.3, constant", "0.3, lognormal", "0.3, bimodal",
        "0.7, constant", "0.7, lognormal", "0.7, bimodal"
    })
    void motionIsEven(double cost, String kind) {
        for (double fps : RATES) {
            for (long seed = 0; seed < SEEDS; seed++) {
                TimingScript script = TimingScript.of(cost, kind, fps, SECONDS, seed);
                String context = 100 * cost + " % " + kind + ", " + fps + " fps, seed " + seed;
                Shown shown = clock(script, DEPTH, FrameMode.INTERPOLATE);
                Judder clock = Judder.of(script.frames, shown.nanos(), SETTLED);
                assertEquals(0, clock.backward(), context);
                if (script.covered(DEPTH)) {
                    assertTrue(clock.rms() <= 0.3, () -> context + " " + clock);
                    assertEquals(0, clock.frozen() + clock.jumping(), () -> context + " " + clock);
                    double most = TimingScript.TICK_NANOS + script.mostLateness() + 500_000;
                    assertTrue(shown.mostDelay() <= most, () -> context + " is delayed by " + shown.mostDelay());
                }
                Judder ahead = Judder.of(
                        script.frames,
                        clock(script, DEPTH, FrameMode.EXTRAPOLATE).nanos(),
                        SETTLED);
                assertEquals(0, ahead.backward(), context);
                if (script.covered(DEPTH)) {
                    assertTrue(ahead.rms() <= 1 && ahead.faults() == 0, () -> context + " extrapolated " + ahead);
                }
            }
        }
    }

    /** The simulation time of each frame, and the longest delay. */
    record Shown(long[] nanos, double mostDelay) {}

    static Shown clock(TimingScript script, int depth, FrameMode mode) {
        StatePublisher publisher = StatePublisher.of(StateLayout.of(1), depth);
        StateReader window = publisher.states().reader();
        PresentationClock clock = new PresentationClock(mode, AllowedLateness.ADAPTIVE, 0, true);
        TimeAnchor anchor = new TimeAnchor();
        long[] shown = new long[script.frames.length];
        double most = 0;
        int tick = 0;
        for (int i = 0; i < shown.length; i++) {
            for (; tick < script.due.length && script.published[tick] <= script.frames[i]; tick++) {
                publisher.begin(tick, script.due[tick], anchor, script.due[tick]);
                publisher.publish(script.published[tick]);
            }
            shown[i] = clock.show(script.frames[i], script.frames[i], window, window.acquire());
            most = Math.max(most, clock.delayNanos());
        }
        return new Shown(shown, most);
    }
}
