package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.compare.loops.FrameHistory;
import io.github.freestep.benchmarks.app.compare.loops.PlaySettings;

/**
 * What a display shows around a single step that takes a quarter of a second: from half a second before that step
 * begins to two and a half seconds after.
 *
 * @param motion its figures of motion
 * @param still the number of refreshes at which the picture moved by less than half of what it should
 */
record HitchFigures(MotionFigures motion, int still) {
    private static final long BEFORE_NANOS = 500_000_000;
    private static final long AFTER_NANOS = 2_500_000_000L;
    /** A picture stands still if it moves by less than this part of what it should. */
    static final double HALF = 0.5;

    static HitchFigures of(FrameHistory film, PlaySettings setting) {
        int first = film.frameAt(setting.settledNanos() - BEFORE_NANOS);
        int last = film.frameAt(setting.settledNanos() + AFTER_NANOS);
        double refreshNanos = 1e9 / setting.fps();
        int still = 0;
        for (int frame = first + 1; frame <= last; frame++) {
            long moved = film.shownNanos(frame) - film.shownNanos(frame - 1);
            long refreshes = Math.round((film.displayedNanos(frame) - film.displayedNanos(frame - 1)) / refreshNanos);
            // The display kept the frame before through all these refreshes but the last.
            still += (int) refreshes - 1 + (moved < HALF * refreshNanos ? 1 : 0);
        }
        return new HitchFigures(MotionFigures.of(film, first, last), still);
    }
}
