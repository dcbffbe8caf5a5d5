package io.github.freestep.render;

import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.TimeAnchor;
import java.util.ArrayDeque;
import java.util.Deque;

/** Computes the time each frame of a script shows: by the clock under test, and by other methods for comparison. */
final class ShownTimes {
    private ShownTimes() {}

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
