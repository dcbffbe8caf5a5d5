package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.TimeAnchor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
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

    /** Results below this, a third of the usual limit, are equally good where a window cannot cover the lateness. */
    private static final double ALIKE = 0.1;

    /**
     * Half of the runs whose lateness the window cannot cover are as even as the reference. In the others the picture
     * may stand still and then jump once, where the reference jumps several times by less.
     */
    private static final double LIKE_REFERENCE = 1.05;

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @CsvSource({
        "0.05, constant", "0.05, lognormal", "0.05, bimodal",
        "0.3, constant", "0.3, lognormal", "0.3, bimodal",
        "0.7, constant", "0.7, lognormal", "0.7, bimodal"
    })
    void motionIsEven(double cost, String kind) {
        List<Double> ratios = new ArrayList<>();
        for (double fps : RATES) {
            for (long seed = 0; seed < SEEDS; seed++) {
                TimingScript script = TimingScript.of(cost, kind, fps, SECONDS, seed);
                String context =
                        String.format(Locale.ROOT, "%.0f %% %s, %.0f fps, seed %d", 100 * cost, kind, fps, seed);
                Shown shown = clock(script, DEPTH, FrameMode.INTERPOLATE);
                Judder clock = Judder.of(script.frames, shown.nanos(), SETTLED);
                Judder reference = Judder.of(script.frames, reference(script, DEPTH), SETTLED);
                assertEquals(0, clock.backward(), context);
                if (script.covered(DEPTH)) {
                    assertTrue(clock.rms() <= 0.3, () -> context + " " + clock);
                    assertEquals(0, clock.frozen() + clock.jumping(), () -> context + " " + clock);
                    double most = TimingScript.TICK_NANOS + script.mostLateness() + 500_000;
                    assertTrue(shown.mostDelay() <= most, () -> context + " is delayed by " + shown.mostDelay());
                } else {
                    ratios.add(clock.rms() / Math.max(ALIKE, reference.rms()));
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
        Collections.sort(ratios);
        double median = ratios.isEmpty() ? 0 : ratios.get(ratios.size() / 2);
        // Few runs can be many rates of one seed.
        assertTrue(
                ratios.size() < 5 * RATES.length || median <= LIKE_REFERENCE,
                () -> "median of judder by that of the reference: " + median);
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

    /**
     * The reference: an allowed lateness of the largest lateness in the last 10 s plus 0.3 ms, capped by what the
     * window covers. It rises by 2 % of frame time and falls by 0.2 %, and a bridge covers one tick.
     */
    static long[] reference(TimingScript script, int depth) {
        long[] shown = new long[script.frames.length];
        Deque<Integer> worst = new ArrayDeque<>();
        int newest = 0;
        int seen = -1;
        double delay = Double.NaN;
        long before = 500_000_000;
        for (int i = 0; i < shown.length; i++) {
            long now = script.frames[i];
            double step = now - before;
            before = now;
            newest = newest(script, newest, i);
            for (int tick = seen + 1; tick <= newest; tick++) {
                while (!worst.isEmpty() && script.lateness(worst.peekLast()) <= script.lateness(tick)) {
                    worst.removeLast();
                }
                worst.addLast(tick);
                while (worst.peekFirst() <= tick - 1_000) {
                    worst.removeFirst();
                }
            }
            seen = newest;
            long floor = Long.MAX_VALUE;
            for (int tick = Math.max(0, newest - 200); tick <= newest; tick++) {
                floor = Math.min(floor, script.lateness(tick));
            }
            long late = newest + 1 < script.due.length ? now - script.due[newest + 1] : 0;
            double want = Math.max(script.lateness(worst.peekFirst()), late) + 300_000;
            want = Math.min(want, (depth - 2) * TimingScript.TICK_NANOS + floor - 200_000);
            delay = Double.isNaN(delay) ? want : delay + Math.max(Math.min(want - delay, 0.02 * step), -0.002 * step);
            long oldest = script.due[Math.max(0, newest - depth + 1)];
            long target = now - TimingScript.TICK_NANOS - (long) delay;
            shown[i] = Math.min(Math.max(target, oldest), script.due[newest] + TimingScript.TICK_NANOS);
        }
        return shown;
    }

    private static int newest(TimingScript script, int from, int frame) {
        int newest = from;
        while (newest + 1 < script.due.length && script.published[newest + 1] <= script.frames[frame]) {
            newest++;
        }
        return newest;
    }
}
