package io.github.freestep.benchmarks.app.pacing;

import java.util.Arrays;

/**
 * The figures of one run.
 *
 * @param cpuPercent of one core, the pacing thread's; NaN if not known, as the three that follow
 * @param processPercent of one core, the whole process's
 * @param rateErrorTicks negative for ticks that the clock had and the run had not
 */
record PacingRound(
        long p50Nanos,
        long p99Nanos,
        long p999Nanos,
        long maxNanos,
        double cpuPercent,
        double processPercent,
        double bytesPerTick,
        double rateErrorTicks) {
    /** Of every single lateness, in any order; at least one. */
    static PacingRound of(
            long[] latenessNanos,
            double cpuPercent,
            double processPercent,
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
                processPercent,
                bytesPerTick,
                rateErrorTicks);
    }

    /** The least value that so many in a thousand do not exceed. */
    static long percentile(long[] sorted, int perMille) {
        long rank = (sorted.length * (long) perMille + 999) / 1_000;
        return sorted[(int) rank - 1];
    }
}
