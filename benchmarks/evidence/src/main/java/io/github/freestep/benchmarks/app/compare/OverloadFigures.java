package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.compare.loops.FrameHistory;
import io.github.freestep.benchmarks.app.compare.loops.PlaySettings;

/**
 * What a loop does with steps that take longer than the time they simulate.
 *
 * @param motion its motion after it has settled
 * @param backlogSeconds the simulation time that is due and not stepped at the end
 * @param settledBacklogSeconds the same when the loop has had time to settle
 */
record OverloadFigures(MotionFigures motion, double backlogSeconds, double settledBacklogSeconds) {
    private static final double UNBOUNDED_SECONDS = 0.5;
    private static final double GROWING = 1.1;
    private static final double STANDS_FPS = 1;

    /** The rate of silent films, below which pictures no longer look like motion. */
    private static final double CRAWLS_FPS = 16;

    private static final double STUTTERS = 0.05;
    private static final double KEEPS_UP = 0.99;

    static OverloadFigures of(FrameHistory film, PlaySettings setting) {
        double settledSeconds = film.backlogNanosAt(setting.settledNanos()) / 1e9;
        return new OverloadFigures(
                MotionFigures.of(film, setting.settledNanos()), film.backlogNanos() / 1e9, settledSeconds);
    }

    /** Returns whether the backlog is large and still grows; a loop may also drop what exceeds its limit. */
    private boolean fallsBehind() {
        return backlogSeconds > UNBOUNDED_SECONDS && backlogSeconds > GROWING * settledBacklogSeconds;
    }

    /** Names the worst effect, in one or two words. */
    String verdict() {
        if (fallsBehind()) {
            return motion.fps() < STANDS_FPS ? "spirals" : "falls behind";
        }
        if (motion.fps() < CRAWLS_FPS) {
            return "crawls";
        }
        if (motion.judder() > STUTTERS) {
            return "uneven";
        }
        return motion.speed() < KEEPS_UP ? "slow motion" : "keeps up";
    }
}
