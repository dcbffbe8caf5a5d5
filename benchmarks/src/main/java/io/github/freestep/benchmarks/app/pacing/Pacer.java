package io.github.freestep.benchmarks.app.pacing;

import java.io.IOException;

/** A way to wake up at a fixed rate. For one thread; runs must not overlap. */
interface Pacer {
    /** Returns why this way cannot run on this machine; null if it can. */
    default String obstacle() throws IOException, InterruptedException {
        return null;
    }

    /**
     * Wakes up {@code ticks} times, and returns after the last wake-up.
     *
     * @param rate wake-ups per second
     * @param ticks the number of wake-ups to measure
     */
    PacingRound run(int rate, int ticks) throws IOException, InterruptedException;

    /** Returns the rate of the warm-up: as high as this way can hold, so that the warm-up is short. */
    default int warmUpRate() {
        return 20_000;
    }

    /** Returns a remark for readers of the figures, after a run; may be empty. */
    default String note() {
        return "";
    }

    /** Returns the promised limit of CPU in percent of a core, after a run; NaN if there is no promise. */
    default double cpuLimitPercent() {
        return Double.NaN;
    }
}
