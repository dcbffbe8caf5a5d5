package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.compare.loops.FrameHistory;
import io.github.freestep.benchmarks.app.compare.loops.PlaySettings;
import java.util.stream.IntStream;

/**
 * A few seconds of what a display has shown, for drawing. It gives the place of a ball in each frame, and the speed of
 * the picture. In simulation time, the ball runs to and fro at an even speed.
 */
final class MotionLane {
    private final FrameHistory film;
    private final PlaySettings setting;
    private final int first;

    MotionLane(FrameHistory film, PlaySettings setting) {
        this.film = film;
        this.setting = setting;
        first = film.frameAt(setting.settledNanos());
    }

    /**
     * The ball's place in each frame, at an even speed over simulation time.
     *
     * @param frames their number
     * @param legFrames the number of refreshes in which the ball crosses from one side to the other
     * @return from 0, left, to 1, right
     */
    double[] places(int frames, int legFrames) {
        long begin = setting.settledNanos();
        double legNanos = 1e9 * legFrames / setting.fps();
        return IntStream.range(first, first + frames)
                .mapToDouble(frame -> toAndFro((film.shownNanos(frame) - begin) / legNanos))
                .toArray();
    }

    private static double toAndFro(double legs) {
        double along = legs - 2 * Math.floor(legs / 2);
        return Math.min(along, 2 - along);
    }

    /**
     * How far the picture moved in each frame.
     *
     * @param frames their number
     * @return simulated time per real time: 1 if the picture kept pace with real time, 0 if it stood still
     */
    double[] speeds(int frames) {
        return IntStream.range(first, first + frames)
                .mapToDouble(frame -> (double) (film.shownNanos(frame) - film.shownNanos(frame - 1))
                        / (film.displayedNanos(frame) - film.displayedNanos(frame - 1)))
                .toArray();
    }

    /** Returns the figures of all frames after the loop has settled, not only of the frames that are drawn. */
    MotionFigures figures() {
        return MotionFigures.of(film, setting.settledNanos());
    }
}
