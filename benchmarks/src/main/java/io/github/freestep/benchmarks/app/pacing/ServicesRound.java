package io.github.freestep.benchmarks.app.pacing;

import java.util.Arrays;

/**
 * The figures of one run of many rooms. If there is a heavy room, the figures of ticks are those of the other rooms.
 *
 * @param cpuPercent processor time of all threads of the run, in percent of one core
 * @param p50Nanos the median lateness
 * @param p99Nanos the lateness that 99 % of the ticks do not exceed
 * @param p999Nanos the lateness that 99.9 % of the ticks do not exceed
 * @param maxNanos the greatest lateness
 * @param lostTicks ticks that were dropped, or did not become due because time was slowed
 * @param speedPercent the sustained scale of the slowest room at the end; 100 if no room was slowed down
 * @param threads threads of the run
 * @param heapBytes heap of a room without its world; NaN if there are too few rooms to measure it
 */
record ServicesRound(
        double cpuPercent,
        long p50Nanos,
        long p99Nanos,
        long p999Nanos,
        long maxNanos,
        long lostTicks,
        double speedPercent,
        int threads,
        double heapBytes) {
    /** Makes the figures from every single lateness, in any order. */
    static ServicesRound of(
            long[] latenessNanos,
            double cpuPercent,
            long lostTicks,
            double speedPercent,
            int threads,
            double heapBytes) {
        if (latenessNanos.length == 0) {
            throw new IllegalStateException("no tick began while the row was measured; give more --seconds");
        }
        long[] sorted = latenessNanos.clone();
        Arrays.sort(sorted);
        return new ServicesRound(
                cpuPercent,
                PacingRound.percentile(sorted, 500),
                PacingRound.percentile(sorted, 990),
                PacingRound.percentile(sorted, 999),
                PacingRound.percentile(sorted, 1_000),
                lostTicks,
                speedPercent,
                threads,
                heapBytes);
    }
}
