package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.StateSubscriber;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stalls of every length, seen through windows of every depth: at most one jump, and the picture is back where it should be. */
class StallTest {
    private static final long FRAME_NANOS = 1_000_000_000 / 144;
    private static final long GAP_NANOS = 10_000_000;
    private static final int PHASES = 5;

    private Physics physics;
    private PresentationClock clock;
    private StateSubscriber window;
    private long now;
    private long shown;
    private int jumps;

    @ParameterizedTest
    @CsvSource({
        "2, 0.05", "2, 0.3", "2, 0.7",
        "3, 0.05", "3, 0.3", "3, 0.7",
        "4, 0.05", "4, 0.3", "4, 0.7",
        "6, 0.05", "6, 0.3", "6, 0.7"
    })
    void oneJumpAtTheMost(int depth, double cost) {
        for (Mode mode : new Mode[] {Mode.INTERPOLATE, Mode.EXTRAPOLATE}) {
            for (double gaps = 0.5; gaps < 150; gaps *= 1.13) {
                for (int phase = 0; phase < PHASES; phase++) {
                    String where = depth + " states, " + cost + ", " + mode + ", " + gaps + " gaps, phase " + phase;
                    start(mode, depth, cost);
                    showUntil(3_000_000_000L + phase * GAP_NANOS / PHASES);
                    physics.stall(now, (long) (gaps * GAP_NANOS));
                    jumps = 0;
                    showUntil(now + (long) (gaps * GAP_NANOS));
                    showUntilCaughtUp();
                    showUntil(now + 5 * GAP_NANOS);
                    assertTrue(jumps <= 1, () -> where + ": " + jumps + " jumps");
                    double lookBehind = lookBehindFor(depth, cost, gaps);
                    double behind = physics.timeline.simulationAt(now) - shown - lookBehind;
                    assertTrue(behind <= GAP_NANOS, () -> where + ": behind by " + behind / GAP_NANOS + " gaps more");
                }
            }
        }
    }

    private void start(Mode mode, int depth, double cost) {
        physics = new Physics(100, depth);
        physics.ticksCost((long) (cost * GAP_NANOS));
        physics.drops();
        clock = new PresentationClock(mode, LookBehind.ADAPTIVE, true);
        window = physics.publisher.channel().subscribe();
        now = 0;
        shown = 0;
    }

    /** The gap, and the lateness that the stall has brought where the window covers that; or else what there was before. */
    private static double lookBehindFor(int depth, double cost, double gaps) {
        double late = cost * GAP_NANOS + 300_000;
        double covered = (depth - 2 + cost) * GAP_NANOS;
        // The stall begins anywhere between two ticks, and of those behind it some may never be seen.
        double least = late + (gaps - 2) * GAP_NANOS;
        double most = late + (gaps + 1) * GAP_NANOS;
        return GAP_NANOS + (least > covered + GAP_NANOS ? late : Math.max(late, Math.min(most, covered)));
    }

    private void showUntil(long nanos) {
        while (now < nanos) {
            frame();
        }
    }

    private void showUntilCaughtUp() {
        while (physics.timeline.simulationAt(now) - window.state(0).simulationNanos() > 2 * GAP_NANOS) {
            frame();
        }
    }

    private void frame() {
        now += FRAME_NANOS;
        physics.runTo(now);
        long next = clock.show(now, window, window.acquire());
        jumps += next - shown > 1.5 * FRAME_NANOS ? 1 : 0;
        shown = next;
    }
}
