package io.github.freestep.benchmarks.app.pacing;

import java.io.IOException;

/** One way to wake up at a rate. For one thread, one run after the other. */
interface Pacer {
    /** Why it can't be run on this machine; null if it can. */
    default String obstacle() throws IOException, InterruptedException {
        return null;
    }

    /**
     * Wakes up so many times, and returns when that is over.
     *
     * @param rate wake-ups a second
     */
    PacingRound run(int rate, int ticks) throws IOException, InterruptedException;

    /** As high as it holds, so that the warm-up is short. */
    default int warmUpRate() {
        return 20_000;
    }

    /** What a reader of its figures should know, once it has run; may be empty. */
    default String note() {
        return "";
    }

    /** How much of a core it may take, once it has run; NaN if nothing is promised. */
    default double cpuLimitPercent() {
        return Double.NaN;
    }
}
