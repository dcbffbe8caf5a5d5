package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.compare.loops.FrameHistory;
import io.github.freestep.benchmarks.app.compare.loops.PlaySettings;
import io.github.freestep.benchmarks.app.compare.loops.ScreenSpeed;
import io.github.freestep.benchmarks.app.compare.loops.WalkingBody;
import io.github.freestep.benchmarks.report.Units;

/**
 * What a display shows around a single step that takes a quarter of a second: from half a second before that step
 * begins to two and a half seconds after.
 *
 * @param judder the RMS deviation of the speed on screen from its mean, as a share of the mean
 * @param still the number of refreshes at which the picture moved by less than half of what it should
 * @param largestNanos the simulated time by which the picture moved in one frame, at most
 * @param strayMetres the greatest distance of the walking body from its path at the shown time
 */
record HitchFigures(double judder, int still, long largestNanos, double strayMetres) {
    private static final long BEFORE_NANOS = 500_000_000;
    private static final long AFTER_NANOS = 2_500_000_000L;
    /** A picture stands still if it moves by less than this part of what it should. */
    static final double HALF = 0.5;

    static HitchFigures of(FrameHistory film, PlaySettings setting) {
        int first = film.frameAt(setting.settledNanos() - BEFORE_NANOS);
        int last = film.frameAt(setting.settledNanos() + AFTER_NANOS);
        double refreshNanos = 1e9 / setting.fps();
        int still = 0;
        long largest = 0;
        double stray = 0;
        for (int frame = first + 1; frame <= last; frame++) {
            long moved = film.shownNanos(frame) - film.shownNanos(frame - 1);
            long refreshes = Math.round((film.displayedNanos(frame) - film.displayedNanos(frame - 1)) / refreshNanos);
            // The display kept the frame before through all these refreshes but the last.
            still += (int) refreshes - 1 + (moved < HALF * refreshNanos ? 1 : 0);
            largest = Math.max(largest, moved);
            stray = Math.max(stray, Math.abs(film.position(frame) - WalkingBody.at(film.shownNanos(frame))));
        }
        return new HitchFigures(
                ScreenSpeed.of(first, last, film::displayedNanos, film::shownNanos)
                        .judder(),
                still,
                largest,
                stray);
    }

    double largestMillis() {
        return largestNanos / 1e6;
    }

    /** Says what one sees. Not the judder, which is below that of others if a loop shows whole frames late. */
    @Override
    public String toString() {
        return seen(still, largestMillis());
    }

    static String seen(long still, double largestMillis) {
        return Units.text("still for %d refreshes, largest step %.0f ms", still, largestMillis);
    }
}
