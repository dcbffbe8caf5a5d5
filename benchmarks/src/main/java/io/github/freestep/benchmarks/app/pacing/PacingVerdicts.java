package io.github.freestep.benchmarks.app.pacing;

import io.github.freestep.benchmarks.report.Units;
import java.util.ArrayList;
import java.util.List;

/**
 * States for each promise about pacing whether it held in this run. These are statements and not tests, because the
 * result depends on the machine.
 */
final class PacingVerdicts {
    private static final double MEDIAN_LIMIT_NANOS = 10_000;
    private static final double PROCESS_LIMIT_PERCENT = 1.5;
    private static final double LARGE_BUDGET_MEDIAN_LIMIT_NANOS = 1_000;
    private static final double RECORDING_PERCENT = 10;

    private final List<String> lines = new ArrayList<>();

    private PacingVerdicts() {}

    static List<String> of(List<PacingSummary> rows) {
        PacingVerdicts verdicts = new PacingVerdicts();
        for (PacingSummary row : rows) {
            if (row.name().equals(PacerKind.FREESTEP.toString())) {
                verdicts.median(row, MEDIAN_LIMIT_NANOS);
                verdicts.tail(row, rows, PacerKind.CYCLICTEST);
                verdicts.zeros(row);
                double cpu = row.median(PacingRound::processCpuPercent);
                verdicts.cpu("freestep: CPU of the whole process", cpu, PROCESS_LIMIT_PERCENT);
            }
            if (row.name().equals(PacerKind.REAL_TIME.toString())) {
                verdicts.tail(row, rows, PacerKind.CYCLICTEST_FIFO);
            }
            if (row.name().equals(PacerKind.BUDGET_20.toString())) {
                verdicts.median(row, LARGE_BUDGET_MEDIAN_LIMIT_NANOS);
            }
            if (row.name().equals(PacerKind.FREESTEP_RECORDED.toString())) {
                verdicts.recording(row, rows);
            }
            if (!Double.isNaN(row.cpuLimitPercent())) {
                verdicts.cpu(row.name() + ": CPU", row.median(PacingRound::cpuPercent), row.cpuLimitPercent());
            }
        }
        return verdicts.lines;
    }

    private void median(PacingSummary row, double limitNanos) {
        double median = row.median(PacingRound::p50Nanos);
        state(
                Units.text("%s: median lateness at most %.0f us", row.name(), limitNanos / 1_000),
                median <= limitNanos,
                micros(median));
    }

    private void cpu(String what, double percent, double limitPercent) {
        state(what + " at most " + percent(limitPercent), percent <= limitPercent, percent(percent));
    }

    /** Compares the service with the rows whose names begin with that of the kernel's timer. */
    private void tail(PacingSummary freestep, List<PacingSummary> rows, PacerKind timer) {
        double p99 = freestep.median(PacingRound::p99Nanos);
        for (PacingSummary row : rows) {
            if (row.name().startsWith(timer.toString())) {
                double limit = row.median(PacingRound::p99Nanos);
                state(
                        freestep.name() + ": p99 at most that of " + row.name() + ", " + micros(limit),
                        p99 <= limit,
                        micros(p99));
            }
        }
    }

    private void recording(PacingSummary recorded, List<PacingSummary> rows) {
        for (PacingSummary row : rows) {
            if (row.name().equals(PacerKind.FREESTEP_INPUT.toString())) {
                moves("p50", recorded.median(PacingRound::p50Nanos), row.median(PacingRound::p50Nanos));
                moves("p99", recorded.median(PacingRound::p99Nanos), row.median(PacingRound::p99Nanos));
            }
        }
        bytes("recording", recorded);
    }

    private void moves(String what, double nanos, double withoutNanos) {
        double percent = 100 * (nanos / withoutNanos - 1);
        state(
                "recording: moves " + what + " by at most 10 %",
                percent <= RECORDING_PERCENT,
                Units.text("%+.0f %%, %s to %s", percent, micros(withoutNanos), micros(nanos)));
    }

    private void zeros(PacingSummary freestep) {
        double rateError = freestep.worst(PacingRound::rateErrorTicks);
        state("freestep: rate error 0", rateError == 0, Units.text("%.0f ticks", rateError));
        bytes("freestep", freestep);
    }

    private void bytes(String what, PacingSummary row) {
        double bytes = row.worst(PacingRound::bytesPerTick);
        state(what + ": 0 bytes per tick", bytes == 0, Units.text("%.2f bytes", bytes));
    }

    private void state(String promise, boolean holds, String measured) {
        lines.add(line(promise, holds, measured));
    }

    static String line(String promise, boolean holds, String measured) {
        return promise + (holds ? ": holds, " : ": does not hold: ") + measured;
    }

    private static String micros(double nanos) {
        return PacingTable.micros(nanos) + " us";
    }

    private static String percent(double percent) {
        return Units.text("%.2f %%", percent);
    }
}
