package io.github.freestep.benchmarks.app.compare;

/**
 * How a film moves in a span of time.
 *
 * @param judder the root of the mean square of how far the speed on screen is off from its mean, as a share of it; not a
 *     number for less than a few frames
 * @param latencyNanos how old what is shown is on average; not a number where simulation time drifts away from real time
 * @param speed simulated time in real time
 * @param fps frames a second
 * @param strayMetres how far the walking body is away from its way at the most, for the time that is shown
 */
record MotionFigures(double judder, double latencyNanos, double speed, double fps, double strayMetres) {
    /** Half a thousandth is more than the loops are off that only waver. */
    private static final double DRIFT = 0.0005;

    private static final int FEW_FRAMES = 8;

    /** How long the start of a film is measured, at most. */
    private static final long FIRST_NANOS = 3_000_000_000L;

    /** Up to the end of the film. */
    static MotionFigures of(FrameHistory film, long fromNanos) {
        return of(film, fromNanos, film.frames() - 1);
    }

    /** From the first picture on, also while it stands still because the first tick has not been shown yet. */
    static MotionFigures ofFirstSeconds(FrameHistory film) {
        int last = film.frames() - 1;
        boolean longer = last > 0 && film.displayedNanos(last) > FIRST_NANOS;
        return of(film, 0, longer ? film.frameAt(FIRST_NANOS) : last);
    }

    private static MotionFigures of(FrameHistory film, long fromNanos, int last) {
        int first = film.frameAt(fromNanos);
        if (first < 0 || last <= first) {
            return new MotionFigures(Double.NaN, Double.NaN, Double.NaN, 0, Double.NaN);
        }
        double nanos = film.displayedNanos(last) - film.displayedNanos(first);
        double pace = (film.shownNanos(last) - film.shownNanos(first)) / nanos;
        double speed = (film.simulatedNanos(last) - film.simulatedNanos(first)) / nanos;
        double squares = 0;
        double latency = 0;
        double stray = 0;
        for (int frame = first + 1; frame <= last; frame++) {
            double moved = film.shownNanos(frame) - film.shownNanos(frame - 1);
            double off = moved / (film.displayedNanos(frame) - film.displayedNanos(frame - 1)) / pace - 1;
            squares += off * off;
            latency += film.displayedNanos(frame) - film.shownNanos(frame);
            stray = Math.max(stray, Math.abs(film.position(frame) - WalkingBody.at(film.shownNanos(frame))));
        }
        int count = last - first;
        boolean drifts = Math.abs(speed - 1) > DRIFT;
        return new MotionFigures(
                count < FEW_FRAMES ? Double.NaN : Math.sqrt(squares / count),
                drifts ? Double.NaN : latency / count,
                speed,
                count * 1e9 / nanos,
                stray);
    }
}
