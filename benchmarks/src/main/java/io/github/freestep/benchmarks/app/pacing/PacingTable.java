package io.github.freestep.benchmarks.app.pacing;

import io.github.freestep.benchmarks.report.Units;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Formats the figures of all rows for a terminal. Lateness is in microseconds. */
final class PacingTable {
    private static final String LINE = "%-18s %9s %9s %9s %9s %19s %19s %7s %7s %7s %10s%n";

    private PacingTable() {}

    static String of(List<PacingSummary> rows) {
        StringBuilder table = new StringBuilder();
        table.append(line(
                "lateness, us",
                "p50",
                "p99",
                "p99.9",
                "max",
                "p50 of rounds",
                "p99 of rounds",
                "CPU %",
                "process",
                "B/tick",
                "rate error"));
        for (PacingSummary row : rows) {
            table.append(line(
                    row.name(),
                    micros(row.median(PacingRound::p50Nanos)),
                    micros(row.median(PacingRound::p99Nanos)),
                    micros(row.median(PacingRound::p999Nanos)),
                    micros(row.median(PacingRound::maxNanos)),
                    spread(row, PacingRound::p50Nanos),
                    spread(row, PacingRound::p99Nanos),
                    number("%.2f", row.median(PacingRound::cpuPercent)),
                    number("%.2f", row.median(PacingRound::processCpuPercent)),
                    number("%.1f", row.worst(PacingRound::bytesPerTick)),
                    number("%+.0f", row.worst(PacingRound::rateErrorTicks))));
        }
        return table.toString();
    }

    private static String line(Object... cells) {
        return Units.text(LINE, cells);
    }

    private static String spread(PacingSummary row, ToDoubleFunction<PacingRound> nanos) {
        return micros(row.least(nanos)) + ".." + micros(row.most(nanos));
    }

    static String micros(double nanos) {
        return number("%.2f", nanos / 1_000);
    }

    private static String number(String format, double value) {
        return Double.isNaN(value) ? "-" : Units.text(format, value == 0 ? 0.0 : value);
    }
}
