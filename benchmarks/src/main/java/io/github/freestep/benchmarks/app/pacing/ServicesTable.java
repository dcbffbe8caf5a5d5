package io.github.freestep.benchmarks.app.pacing;

import io.github.freestep.benchmarks.report.Units;
import java.util.List;

/** Formats the figures of all rows of services for a terminal: medians, and the worst round of what must be zero. */
final class ServicesTable {
    private static final String LINE = "%-12s %8s %6s %9s %9s %9s %9s %7s %8s %10s%n";

    private ServicesTable() {}

    static String of(List<ServicesSummary> rows) {
        StringBuilder table = new StringBuilder();
        table.append(line("", "services", "CPU %", "p50", "p99", "p99.9", "lost", "speed %", "threads", "kB/service"));
        for (ServicesSummary row : rows) {
            table.append(line(
                    row.row().name(),
                    row.row().services(),
                    Units.text("%.2f", row.median(ServicesRound::cpuPercent)),
                    Units.time(row.median(ServicesRound::p50Nanos)),
                    Units.time(row.median(ServicesRound::p99Nanos)),
                    Units.time(row.median(ServicesRound::p999Nanos)),
                    Units.text("%.0f", row.most(ServicesRound::lostTicks)),
                    Units.text("%.0f", row.median(ServicesRound::speedPercent)),
                    Units.text("%.0f", row.most(ServicesRound::threads)),
                    heap(row)));
        }
        return table.toString();
    }

    private static String heap(ServicesSummary row) {
        double bytes = row.median(ServicesRound::heapBytes);
        return Double.isNaN(bytes) ? "-" : Units.text("%.1f", bytes / 1_024);
    }

    private static String line(Object... cells) {
        return Units.text(LINE, cells);
    }
}
