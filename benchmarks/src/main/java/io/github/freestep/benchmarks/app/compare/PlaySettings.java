package io.github.freestep.benchmarks.app.compare;

/**
 * What a loop is played under.
 *
 * @param fps of the display
 * @param load what a step costs
 * @param seed of all that is random
 * @param stallNanos how long everything stands still, once; zero for never
 * @param seconds how long it is played, the stall not counted; longer if the loop is still catching up with that then
 */
record PlaySettings(int fps, StepLoad load, long seed, long stallNanos, double seconds) {
    /** By when the loops have settled, and the stall comes. */
    static final double SETTLED = 0.4;

    long settledNanos() {
        return Math.round(seconds * SETTLED * 1e9);
    }

    long endNanos() {
        return Math.round(seconds * 1e9) + stallNanos;
    }

    /** Who has not caught up with a stall in as long again is not waited for. */
    long latestEndNanos() {
        return endNanos() + stallNanos;
    }

    long refreshNanos() {
        return Math.round(1e9 / fps);
    }
}
