package io.github.freestep.benchmarks.app.compare;

import java.util.stream.IntStream;

/**
 * A few seconds of what a display has shown, for drawing: where a ball is in each frame if it runs to and fro at an
 * even speed of simulation time, and how fast the picture moves.
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
     * @param legFrames the number of refreshes that one way across takes
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
     * @return 1 for as far as time itself, 0 for a picture that stood still
     */
    double[] speeds(int frames) {
        return IntStream.range(first, first + frames)
                .mapToDouble(frame -> (double) (film.shownNanos(frame) - film.shownNanos(frame - 1))
                        / (film.displayedNanos(frame) - film.displayedNanos(frame - 1)))
                .toArray();
    }

    /** Of all frames from there on, not only of those that are drawn. */
    MotionFigures figures() {
        return MotionFigures.of(film, setting.settledNanos());
    }
}
