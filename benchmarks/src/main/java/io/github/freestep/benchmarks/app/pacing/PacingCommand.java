package io.github.freestep.benchmarks.app.pacing;

import io.github.freestep.benchmarks.app.AppCommand;
import io.github.freestep.benchmarks.app.Progress;
import io.github.freestep.benchmarks.report.Machine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Measures in interleaved rounds how late Freestep's physics thread wakes up, beside other ways to keep a rate. */
@Command(
        name = "pacing",
        subcommands = ServicesCommand.class,
        synopsisSubcommandLabel = "[COMMAND]",
        description = {
            "Measure how late a thread at a fixed rate wakes up: Freestep beside the usual ways.",
            "The verdicts below the table depend on the machine, so they do not change the exit code."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all rows ran", "1:a row could not run", "2:an option is wrong"})
public final class PacingCommand extends AppCommand {
    @Mixin
    private RoundOptions options;

    private final Map<PacerKind, Pacer> pacers = new EnumMap<>(PacerKind.class);
    private final Map<PacerKind, List<PacingRound>> measured = new EnumMap<>(PacerKind.class);
    private final Machine machine = Machine.here();
    private Progress progress;
    private boolean failed;

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<PacerKind> rows = rows();
        print("%s%n%d Hz, %d rounds of %d s per row%n", machine, options.rate, options.rounds, options.seconds);
        open(rows);
        progress = new Progress(out(), "run", (long) options.rounds * pacers.size());
        long runs = 0;
        for (int round = 0; round < options.rounds; round++) {
            List<PacerKind> order = new ArrayList<>(pacers.keySet());
            Collections.rotate(order, -round);
            for (PacerKind row : order) {
                PacingRound figures = run(row, options.rate, options.rate * options.seconds);
                progress.at(++runs);
                if (figures != null) {
                    measured.computeIfAbsent(row, r -> new ArrayList<>()).add(figures);
                }
            }
            progress.clear();
            print("round %d of %d: p50 of %s%n", round + 1, options.rounds, newestMedians());
        }
        report();
        return failed ? 1 : 0;
    }

    private List<PacerKind> rows() {
        return options.labels == null
                ? List.of(PacerKind.values())
                : checked(() -> options.labels.stream().map(PacerKind::of).toList());
    }

    /** Skips the rows that this machine cannot run, and warms up the others. */
    private void open(List<PacerKind> rows) throws IOException, InterruptedException {
        for (PacerKind row : rows) {
            Pacer pacer = row.open();
            String obstacle = pacer.obstacle();
            if (obstacle == null) {
                pacers.put(row, pacer);
                run(row, pacer.warmUpRate(), Math.max(1, pacer.warmUpRate() * options.warmUpMillis / 1_000));
            } else {
                print("%s is skipped: %s%n", row, obstacle);
            }
        }
    }

    /** Returns null if the row fails; a failed row does not run again. */
    private PacingRound run(PacerKind row, int ratePerSecond, int ticks) throws InterruptedException {
        try {
            return pacers.get(row).run(ratePerSecond, ticks);
        } catch (IOException | RuntimeException e) {
            if (progress != null) {
                progress.clear();
            }
            print("%s failed: %s%n", row, e.getMessage());
            pacers.remove(row);
            measured.remove(row);
            failed = true;
            return null;
        }
    }

    private String newestMedians() {
        StringJoiner medians = new StringJoiner(", ");
        measured.forEach((row, figures) -> medians.add(
                row + " " + PacingTable.micros(figures.get(figures.size() - 1).p50Nanos())));
        return medians + " us";
    }

    private void report() throws IOException {
        List<PacingSummary> rows = new ArrayList<>();
        measured.forEach((row, figures) -> rows.add(PacingSummary.of(row, pacers.get(row), figures)));
        print("%n%s%n", PacingTable.of(rows));
        for (PacingSummary row : rows) {
            if (!row.note().isEmpty()) {
                print("%s: %s%n", row.name(), row.note());
            }
        }
        PacingVerdicts.of(rows).forEach(line -> print("%s%n", line));
        options.write(figures(rows));
    }

    private record Settings(int rate, int seconds, int rounds) {}

    private record Figures(Settings settings, Machine machine, Map<String, Object> rows, List<String> verdicts) {}

    private Figures figures(List<PacingSummary> rows) {
        Map<String, Object> byName = new LinkedHashMap<>();
        rows.forEach(row -> byName.put(row.name(), row.json()));
        return new Figures(
                new Settings(options.rate, options.seconds, options.rounds), machine, byName, PacingVerdicts.of(rows));
    }
}
