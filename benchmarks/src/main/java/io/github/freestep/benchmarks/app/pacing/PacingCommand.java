package io.github.freestep.benchmarks.app.pacing;

import io.github.freestep.benchmarks.app.Options.Range;
import io.github.freestep.benchmarks.report.Json;
import io.github.freestep.benchmarks.report.Machine;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures how late the service's thread wakes up, beside other ways to do the same, in rounds that are interleaved. */
@Command(
        name = "pacing",
        mixinStandardHelpOptions = true,
        description = {
            "Measure how late a thread at a fixed rate wakes up: Freestep's beside the usual ways.",
            "Exit code 0 if all rows could be run, whatever they showed, and 1 if one could not."
        })
public final class PacingCommand implements Callable<Integer> {
    @Option(names = "--rate", defaultValue = "100", description = "Ticks a second, 1 to 1000 (${DEFAULT-VALUE}).")
    @Range(max = 1_000)
    private int rate;

    @Option(names = "--seconds", defaultValue = "5", description = "How long each row runs a round (${DEFAULT-VALUE}).")
    @Range(max = 3_600)
    private int seconds;

    @Option(names = "--rounds", defaultValue = "5", description = "How often each row runs (${DEFAULT-VALUE}).")
    @Range(max = 1_000)
    private int rounds;

    @Option(names = "--rows", paramLabel = "ROW", split = ",", description = "Only these, by the names in the table.")
    private List<String> labels;

    /** So long that the compilers have settled. */
    @Option(names = "--warm-up", defaultValue = "2000", hidden = true, description = "Milliseconds of it, each row.")
    @Range(max = 60_000)
    private int warmUpMillis;

    @Option(names = "--json", paramLabel = "FILE", description = "Write all figures there as well.")
    private Path json;

    @Spec
    private CommandSpec spec;

    private final Map<PacerKind, Pacer> pacers = new EnumMap<>(PacerKind.class);
    private final Map<PacerKind, List<PacingRound>> measured = new EnumMap<>(PacerKind.class);
    private final Machine machine = Machine.here();
    private boolean failed;

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<PacerKind> rows = rows();
        print("%s%n%d Hz, %d rounds of %d s a row%n", machine, rate, rounds, seconds);
        open(rows);
        for (int round = 0; round < rounds; round++) {
            List<PacerKind> order = new ArrayList<>(pacers.keySet());
            Collections.rotate(order, -round);
            for (PacerKind row : order) {
                PacingRound figures = run(row, rate, rate * seconds);
                if (figures != null) {
                    measured.computeIfAbsent(row, r -> new ArrayList<>()).add(figures);
                }
            }
            print("round %d of %d: p50 of %s%n", round + 1, rounds, newestMedians());
        }
        report();
        return failed ? 1 : 0;
    }

    private List<PacerKind> rows() {
        if (labels == null) {
            return List.of(PacerKind.values());
        }
        try {
            return labels.stream().map(PacerKind::of).toList();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }

    /** Leaves out what this machine has not, and warms up the rest. */
    private void open(List<PacerKind> rows) throws IOException, InterruptedException {
        for (PacerKind row : rows) {
            Pacer pacer = row.open();
            String obstacle = pacer.obstacle();
            if (obstacle == null) {
                pacers.put(row, pacer);
                run(row, pacer.warmUpRate(), Math.max(1, pacer.warmUpRate() * warmUpMillis / 1_000));
            } else {
                print("%s is left out: %s%n", row, obstacle);
            }
        }
    }

    /** Null if it can't be run, and then it is not run again. */
    private PacingRound run(PacerKind row, int ratePerSecond, int ticks) throws InterruptedException {
        try {
            return pacers.get(row).run(ratePerSecond, ticks);
        } catch (IOException | RuntimeException e) {
            print("%s could not be run: %s%n", row, e.getMessage());
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
        if (json != null) {
            Files.writeString(json, Json.write(json(rows)) + "\n");
        }
    }

    private Map<String, Object> json(List<PacingSummary> rows) {
        Map<String, Object> byName = new LinkedHashMap<>();
        rows.forEach(row -> byName.put(row.name(), row.json()));
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("settings", settings());
        all.put("machine", machine.json());
        all.put("rows", byName);
        all.put("verdicts", PacingVerdicts.of(rows));
        return all;
    }

    private Map<String, Object> settings() {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("rate", rate);
        settings.put("seconds", seconds);
        settings.put("rounds", rounds);
        return settings;
    }

    private void print(String format, Object... values) {
        PrintWriter out = spec.commandLine().getOut();
        out.printf(Locale.ROOT, format, values);
        out.flush();
    }
}
