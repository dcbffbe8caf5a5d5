package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.compare.loops.FrameHistory;
import io.github.freestep.benchmarks.app.compare.loops.PlaySettings;

/**
 * What a loop does after a stall.
 *
 * @param steps the most steps in one frame; for a physics thread, the most steps without a wait
 * @param lostSeconds the simulated time that is missing at the end, compared with the pace before the stall. The loop
 *     has dropped it or not caught up yet.
 */
record Stall(int steps, double lostSeconds) {
    static Stall of(FrameHistory film, PlaySettings setting) {
        int before = film.frameAt(setting.settledNanos()) - 1;
        int last = film.frames() - 1;
        // Rounded to 0.01. Finer differences come from whole ticks, and a stall of ten minutes would multiply them.
        double pace = Math.rint(100.0 * film.simulatedNanos(before) / film.displayedNanos(before)) / 100;
        double expected = pace * (film.displayedNanos(last) - film.displayedNanos(before));
        return new Stall(film.mostSteps(), (expected - film.simulatedNanos(last) + film.simulatedNanos(before)) / 1e9);
    }
}
