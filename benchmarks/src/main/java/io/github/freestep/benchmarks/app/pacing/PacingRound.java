package io.github.freestep.benchmarks.app.pacing;

import java.util.Arrays;

/**
 * The figures of one run. The last four are NaN if unknown.
 *
 * @param p50Nanos the median lateness
 * @param p99Nanos the lateness that 99 % of the wake-ups do not exceed
 * @param p999Nanos the lateness that 99.9 % of the wake-ups do not exceed
 * @param maxNanos the greatest lateness
 * @param cpuPercent CPU of the pacing thread, in percent of one core
 * @param processCpuPercent CPU of the whole process, in percent of one core
 * @param bytesPerTick bytes that the pacing thread allocated per tick
 * @param rateErrorTicks ticks done minus ticks due by the clock; negative if the run missed ticks
 */
record PacingRound(
        long p50Nanos,
        long p99Nanos,
        long p999Nanos,
        long maxNanos,
        double cpuPercent,
        double processCpuPercent,
        double bytesPerTick,
        double rateErrorTicks) {
    /** Makes the figures from every single lateness, in any order; there must be at least one. */
    static PacingRound of(
            long[] latenessNanos,
            double cpuPercent,
            double processCpuPercent,
            double bytesPerTick,
            double rateErrorTicks) {
        long[] sorted = latenessNanos.clone();
        Arrays.sort(sorted);
        return new PacingRound(
                percentile(sorted, 500),
                percentile(sorted, 990),
                percentile(sorted, 999),
                percentile(sorted, 1_000),
                cpuPercent,
                processCpuPercent,
                bytesPerTick,
                rateErrorTicks);
    }

    /** Returns the smallest value that {@code perMille} in a thousand values do not exceed. */
    static long percentile(long[] sorted, int perMille) {
        long rank = (sorted.length * (long) perMille + 999) / 1_000;
        return sorted[(int) rank - 1];
    }
}
