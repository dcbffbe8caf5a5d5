package io.github.freestep.tools.pacing;

import io.github.freestep.tools.report.Median;
import io.github.freestep.tools.report.Units;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * How late the ticks of one run were.
 *
 * @param p50Nanos the median
 * @param p99Nanos the lateness that 99 % of the ticks do not exceed
 * @param cpuPercent processor time of the row, in percent of one core
 */
record Lateness(long p50Nanos, long p99Nanos, double cpuPercent) {
    /** Takes every single lateness, in any order. A busy machine may begin no tick, which says nothing of the row. */
    static Lateness of(long[] nanos, double cpuPercent) throws IOException {
        if (nanos.length == 0) {
            throw new IOException("no tick began while the row was measured; give more --seconds");
        }
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return new Lateness(percentile(sorted, 50), percentile(sorted, 99), cpuPercent);
    }

    private static long percentile(long[] sorted, int percent) {
        return sorted[(int) ((sorted.length * (long) percent + 99) / 100) - 1];
    }

    /** Formats the medians of all rounds, and the range of their p99. */
    static String row(String name, List<Lateness> rounds) {
        double[] p99 = rounds.stream().mapToDouble(Lateness::p99Nanos).sorted().toArray();
        return Units.text(
                "%-20s %9s %9s %22s %8s",
                name,
                Units.time(median(rounds, Lateness::p50Nanos)),
                Units.time(median(rounds, Lateness::p99Nanos)),
                Units.time(p99[0]) + " to " + Units.time(p99[p99.length - 1]),
                Units.text("%.2f %%", median(rounds, Lateness::cpuPercent)));
    }

    private static double median(List<Lateness> rounds, ToDoubleFunction<Lateness> figure) {
        return Median.of(rounds.stream().mapToDouble(figure));
    }

    static String header() {
        return Units.text("%-20s %9s %9s %22s %8s", "", "p50", "p99", "best to worst p99", "CPU");
    }
}
