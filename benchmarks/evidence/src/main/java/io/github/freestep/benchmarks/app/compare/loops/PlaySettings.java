package io.github.freestep.benchmarks.app.compare.loops;

/**
 * The settings to play a loop with.
 *
 * @param fps refreshes per second of the display
 * @param load the cost of a step
 * @param seed the seed of all random numbers
 * @param stallNanos how long everything stands still, once; zero for no stall
 * @param seconds how long the loop is played, without the stall; a loop that still catches up with a stall is played
 *     longer
 */
public record PlaySettings(int fps, StepLoad load, long seed, long stallNanos, double seconds) {
    /** The share of the played time after which loops have settled, and the stall comes. */
    static final double SETTLED = 0.4;

    public long settledNanos() {
        return Math.round(seconds * SETTLED * 1e9);
    }

    public long endNanos() {
        return Math.round(seconds * 1e9) + stallNanos;
    }

    /** Returns when to end a loop that is still catching up: later than usual by the length of the stall. */
    long latestEndNanos() {
        return endNanos() + stallNanos;
    }

    long refreshNanos() {
        return Math.round(1e9 / fps);
    }
}
