package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Thorough;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks stalls of every length with windows of every size: after at most one jump, the picture has caught up.
 */
class StallTest {
    private static final int PHASES = Thorough.of(2, 5);

    private long gapNanos;
    private long frameNanos;
    private SimulatedPhysics physics;
    private PresentationClock clock;
    private StateReader window;
    private long now;
    private long shown;
    private int jumps;

    @ParameterizedTest
    @CsvSource({
        "100, 2, 0.05, 144",
        "100, 2, 0.3, 144",
        "100, 2, 0.7, 144",
        "100, 3, 0.05, 144",
        "100, 3, 0.3, 144",
        "100, 3, 0.7, 144",
        "100, 4, 0.05, 60",
        "100, 4, 0.05, 144",
        "100, 4, 0.05, 360",
        "100, 4, 0.3, 60",
        "100, 4, 0.3, 144",
        "100, 4, 0.3, 360",
        "100, 4, 0.7, 60",
        "100, 4, 0.7, 144",
        "100, 4, 0.7, 360",
        "100, 6, 0.05, 60",
        "100, 6, 0.05, 144",
        "100, 6, 0.05, 360",
        "100, 6, 0.3, 60",
        "100, 6, 0.3, 144",
        "100, 6, 0.3, 360",
        "100, 6, 0.7, 60",
        "100, 6, 0.7, 144",
        "100, 6, 0.7, 360",
        "1000, 4, 0.05, 360",
        "1000, 4, 0.5, 360",
        "1000, 4, 0.7, 360"
    })
    void aStallCausesAtMostOneJump(int rate, int depth, double cost, double fps) {
        gapNanos = 1_000_000_000 / rate;
        frameNanos = (long) (1e9 / fps);
        for (FrameMode mode : new FrameMode[] {FrameMode.INTERPOLATE, FrameMode.EXTRAPOLATE}) {
            for (double gaps = 0.5; gaps < 150; gaps *= 1.13) {
                for (int phase = 0; phase < PHASES; phase++) {
                    String context = rate + " Hz, " + depth + " states, " + cost + ", " + mode + ", " + gaps
                            + " gaps, phase " + phase;
                    start(rate, mode, depth, cost);
                    showUntil(3_000_000_000L + phase * gapNanos / PHASES);
                    physics.stall(now, (long) (gaps * gapNanos));
                    jumps = 0;
                    showUntil(now + (long) (gaps * gapNanos));
                    showUntilCaughtUp();
                    showUntil(now + 5 * gapNanos);
                    assertTrue(jumps <= 1, () -> context + ": " + jumps + " jumps");
                    double delay = delayFor(depth, cost, gaps);
                    double behind = physics.timeline.simulationAt(now) - shown - delay;
                    // The lateness of the last late states may count as usual by then and raise the delay.
                    assertTrue(
                            behind <= 1.5 * Math.max(gapNanos, frameNanos),
                            () -> context + ": behind by " + behind / gapNanos + " gaps too much");
                }
            }
        }
    }

    private void start(int rate, FrameMode mode, int depth, double cost) {
        physics = new SimulatedPhysics(rate, depth);
        physics.ticksCost((long) (cost * gapNanos));
        physics.dropsBacklog();
        clock = new PresentationClock(mode, AllowedLateness.ADAPTIVE, true);
        window = physics.publisher.states().reader();
        now = 0;
        shown = 0;
    }

    /** Returns the gap plus the lateness of the stall if the window covers it, otherwise the lateness before it. */
    private double delayFor(int depth, double cost, double gaps) {
        double late = cost * gapNanos + 300_000;
        double covered = (depth - 2 + cost) * gapNanos;
        // The stall begins anywhere between two ticks, and the reader may miss some of the ticks after it.
        double least = late + (gaps - 2) * gapNanos;
        double most = late + (gaps + 1) * gapNanos;
        return gapNanos + (least > covered + gapNanos ? late : Math.max(late, Math.min(most, covered)));
    }

    private void showUntil(long nanos) {
        while (now < nanos) {
            frame();
        }
    }

    private void showUntilCaughtUp() {
        while (physics.timeline.simulationAt(now) - window.state(0).simulationNanos() > 2 * gapNanos) {
            frame();
        }
    }

    private void frame() {
        now += frameNanos;
        physics.runTo(now);
        long next = clock.show(now, now, window, window.acquire());
        jumps += next - shown > 1.5 * frameNanos ? 1 : 0;
        shown = next;
    }
}
