package io.github.freestep.benchmarks.app.pacing;

import io.github.freestep.benchmarks.report.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * States for each goal of many services whether it was reached in this run. These are statements and not tests, because
 * the result depends on the machine.
 */
final class ServicesVerdicts {
    private static final double LIKE_ONE = 1.05;
    private static final double TAIL = 3;
    private static final double MOST_THREADS = 9;
    private static final double MOST_HEAP = 64 * 1_024;
    private static final double HEAVY_MARGIN_NANOS = 1_000_000;

    private final List<String> lines = new ArrayList<>();

    private ServicesVerdicts() {}

    static List<String> of(ServicesPlan plan, List<ServicesSummary> rows) {
        ServicesVerdicts verdicts = new ServicesVerdicts();
        ServicesSummary own = row(ServicesPlan.OWN_THREAD, rows);
        ServicesSummary one = row(ServicesPlan.GROUP_OF_ONE, rows);
        if (own != null && one != null) {
            verdicts.like(own, one, "CPU", ServicesRound::cpuPercent);
            verdicts.like(own, one, "p50", ServicesRound::p50Nanos);
        }
        for (ServicesSummary row : rows) {
            if (row.row().isGroupOfMany()) {
                verdicts.group(plan, row, own);
            }
        }
        return verdicts.lines;
    }

    private static ServicesSummary row(String name, List<ServicesSummary> rows) {
        return rows.stream()
                .filter(each -> each.row().name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private void like(ServicesSummary own, ServicesSummary one, String what, ToDoubleFunction<ServicesRound> figure) {
        double ratio = one.medianRatio(figure, own);
        state(
                "group of one: " + what + " at most 5 % above that of a service with its own thread",
                ratio <= LIKE_ONE,
                Units.text("%+.1f %%", 100 * (ratio - 1)));
    }

    private void group(ServicesPlan plan, ServicesSummary row, ServicesSummary own) {
        String name = row.row() + ": ";
        double p99 = row.median(ServicesRound::p99Nanos);
        if (plan.hasHeavy()) {
            double limit = plan.heavyNanos() + HEAVY_MARGIN_NANOS;
            state(name + "p99 of the light services at most " + Units.time(limit), p99 <= limit, Units.time(p99));
        } else {
            cpu(plan, row);
            if (own != null) {
                double limit = TAIL * own.median(ServicesRound::p99Nanos);
                String times = name + "p99 at most 3 times that of a service with its own thread, ";
                state(times + Units.time(limit), p99 <= limit, Units.time(p99));
            }
        }
        double lost = row.most(ServicesRound::lostTicks);
        String which = plan.hasHeavy() ? "no tick of the light services lost" : "no tick lost";
        state(name + which, lost == 0, Units.text("%.0f ticks", lost));
        double threads = row.most(ServicesRound::threads);
        state(name + "fewer than 10 threads", threads <= MOST_THREADS, Units.text("%.0f", threads));
        double heap = row.median(ServicesRound::heapBytes);
        if (!Double.isNaN(heap)) {
            state(name + "less than 64 kB of heap per service", heap < MOST_HEAP, Units.text("%.1f kB", heap / 1_024));
        }
    }

    private void cpu(ServicesPlan plan, ServicesSummary row) {
        double limit = cpuLimitPercent(plan);
        if (!Double.isNaN(limit)) {
            double cpu = row.median(ServicesRound::cpuPercent);
            state(Units.text("%s: CPU at most %.0f %%", row.row(), limit), cpu <= limit, Units.text("%.2f %%", cpu));
        }
    }

    /** Returns the goal for this number of services and this rate; NaN if there is none. */
    private static double cpuLimitPercent(ServicesPlan plan) {
        if (plan.services() == 100 && plan.rate() == 100) {
            return 12;
        }
        return plan.services() == 1_000 && plan.rate() == 20 ? 30 : Double.NaN;
    }

    private void state(String goal, boolean reached, String measured) {
        lines.add(PacingVerdicts.line(goal, reached, measured));
    }
}
