package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.compare.loops.FrameHistory;
import io.github.freestep.benchmarks.app.compare.loops.WalkingBody;

/**
 * Measures the motion on screen in a span of time.
 *
 * @param judder the RMS deviation of the speed on screen from its mean, as a share of the mean; NaN for fewer than 8
 *     frames
 * @param latencyNanos the mean age of the picture; NaN if simulation time drifts away from real time
 * @param speed simulated time per real time
 * @param fps frames per second
 * @param jumpNanos the simulated time by which the picture moved in one frame, at most
 * @param strayMetres the greatest distance of the walking body from its path at the shown time
 */
record MotionFigures(double judder, double latencyNanos, double speed, double fps, long jumpNanos, double strayMetres) {
    /** If the speed differs from 1 by more than this, simulation time drifts. Loops that only waver stay below it. */
    private static final double DRIFT = 0.0005;

    private static final int FEW_FRAMES = 8;

    /** Measures up to the last frame. */
    static MotionFigures of(FrameHistory film, long fromNanos) {
        return of(film, film.frameAt(fromNanos), film.frames() - 1);
    }

    /** Measures from one frame to another. */
    static MotionFigures of(FrameHistory film, int first, int last) {
        if (last <= first) {
            return new MotionFigures(Double.NaN, Double.NaN, Double.NaN, 0, 0, Double.NaN);
        }
        double nanos = film.displayedNanos(last) - film.displayedNanos(first);
        double speed = (film.simulatedNanos(last) - film.simulatedNanos(first)) / nanos;
        double pace = (film.shownNanos(last) - film.shownNanos(first)) / nanos;
        double squares = 0;
        double latency = 0;
        long jump = 0;
        double stray = 0;
        for (int frame = first + 1; frame <= last; frame++) {
            latency += film.displayedNanos(frame) - film.shownNanos(frame);
            long moved = film.shownNanos(frame) - film.shownNanos(frame - 1);
            double off = moved / (double) (film.displayedNanos(frame) - film.displayedNanos(frame - 1)) / pace - 1;
            squares += off * off;
            jump = Math.max(jump, moved);
            stray = Math.max(stray, Math.abs(film.position(frame) - WalkingBody.at(film.shownNanos(frame))));
        }
        int count = last - first;
        boolean drifts = Math.abs(speed - 1) > DRIFT;
        return new MotionFigures(
                count < FEW_FRAMES ? Double.NaN : Math.sqrt(squares / count),
                drifts ? Double.NaN : latency / count,
                speed,
                count * 1e9 / nanos,
                jump,
                stray);
    }

    double jumpMillis() {
        return jumpNanos / 1e6;
    }
}
