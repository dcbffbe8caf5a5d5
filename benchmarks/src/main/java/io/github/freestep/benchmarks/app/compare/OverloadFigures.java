package io.github.freestep.benchmarks.app.compare;

/**
 * What a loop makes of steps that cost more than the time they stand for.
 *
 * @param motion how it moves, once it has settled
 * @param owedSeconds what it knows to be due in the end
 */
record OverloadFigures(MotionFigures motion, double owedSeconds) {
    private static final double UNBOUNDED_SECONDS = 0.5;
    private static final double STANDS_FPS = 1;

    /** What was the least that a film needed to be one. */
    private static final double CRAWLS_FPS = 16;

    private static final double STUTTERS = 0.05;
    private static final double KEEPS_UP = 0.99;

    static OverloadFigures of(FrameHistory film, PlaySettings setting) {
        return new OverloadFigures(MotionFigures.of(film, setting.settledNanos()), film.owedNanos() / 1e9);
    }

    /** The worst of it, in a word or two. */
    String verdict() {
        if (owedSeconds > UNBOUNDED_SECONDS) {
            return motion.fps() < STANDS_FPS ? "spirals" : "falls behind";
        }
        if (motion.fps() < CRAWLS_FPS) {
            return "crawls";
        }
        if (motion.judder() > STUTTERS) {
            return "stutters";
        }
        return motion.speed() < KEEPS_UP ? "slow motion" : "keeps up";
    }
}
