package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.Options.Range;
import io.github.freestep.benchmarks.report.Interrupt;
import io.github.freestep.benchmarks.report.Json;
import io.github.freestep.benchmarks.report.Machine;
import io.github.freestep.benchmarks.report.ReportFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Plays the loops of the classic articles and Freestep under the same settings, and shows what becomes of the motion. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        description = {
            "Compare the ways to drive a simulation: the loops of the classic articles beside Freestep.",
            "On paper, where the table is the same on every machine; or with --real, in threads on the real clock.",
            "Each loop has two lines: its motion once it has settled, and in the first 3 s."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all loops were played",
            "2:an option is wrong, or a file could not be written",
            "130:interrupted; the files have the loops that had been played until then"
        })
public final class CompareCommand implements Callable<Integer> {
    private static final List<Integer> SCRIPTED_FPS = List.of(30, 60, 75, 144, 240);
    private static final List<Integer> REAL_FPS = List.of(60, 144);
    private static final int SCRIPTED_SECONDS = 40;
    private static final int REAL_SECONDS = 3;
    private static final int MOST_DISPLAYS = 8;

    @Option(
            names = "--fps",
            paramLabel = "FPS",
            split = ",",
            description = "Refreshes a second of the displays, 20 to 1000 (30,60,75,144,240; 60,144 with --real).")
    @Range(min = 20, max = 1_000)
    private List<Integer> fps;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Of what is random (${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--real",
            description =
                    "On the real clock, without the stalls; takes an idle machine, and 4 minutes unless told otherwise.")
    private boolean real;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "With --real: how long each loop is played on each display, 1 to 600 (3).")
    @Range(max = 600)
    private Integer seconds;

    @Option(names = "--json", paramLabel = "FILE", description = "Write all figures there as well.")
    private Path json;

    @Option(names = "--report", paramLabel = "DIR", description = "Write compare.html there: the motion, drawn.")
    private Path report;

    @Spec
    private CommandSpec spec;

    private ReportFile jsonFile;
    private ReportFile page;

    @Override
    public Integer call() {
        try (Interrupt interrupt = new Interrupt(spec.commandLine().getOut())) {
            Comparison comparison = comparison();
            checkFiles();
            Machine machine = Machine.here();
            List<LoopResult> rows = Collections.synchronizedList(new ArrayList<>());
            boolean begins = interrupt.begins(() -> {
                // At once: the loop that is being played may take minutes.
                end(comparison, List.copyOf(rows), machine);
                interrupt.written();
            });
            if (begins) {
                play(comparison, machine, rows);
            }
            if (interrupt.over()) {
                // Whoever stopped it writes.
                return Interrupt.EXIT_CODE;
            }
            int exitCode = end(comparison, rows, machine);
            interrupt.exitsWith(exitCode);
            return exitCode;
        }
    }

    private void play(Comparison comparison, Machine machine, List<LoopResult> rows) {
        print(where(machine));
        if (real) {
            print("Takes " + Math.round(comparison.playedSeconds())
                    + " s; a loop's lines come when it has been played.");
        }
        LoopTable table = LoopTable.of(comparison.fps());
        print(table.titles());
        comparison.rows(row -> {
            rows.add(row);
            print(table.lines(row));
        });
    }

    private String where(Machine machine) {
        return real
                ? "In threads on the real clock of " + machine + "."
                : "On a scripted clock, seed " + seed + ": the same on every machine.";
    }

    /** Tells what the figures are, and leaves the files; the loops are all or, if it was interrupted, the first of them. */
    private int end(Comparison comparison, List<LoopResult> rows, Machine machine) {
        if (rows.isEmpty()) {
            print("interrupted before the first loop had been played: there is nothing to report");
            return Interrupt.EXIT_CODE;
        }
        LoopTable.LEGEND.forEach(this::print);
        String all = "";
        if (rows.size() < LoopKind.values().length) {
            all = " Interrupted: " + rows.size() + " of " + LoopKind.values().length + " loops had been played.";
            print(all.strip());
        }
        try {
            write(comparison, rows, machine, where(machine) + all);
            return CommandLine.ExitCode.OK;
        } catch (IOException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return CommandLine.ExitCode.USAGE;
        }
    }

    private Comparison comparison() {
        List<Integer> displays = fps != null ? fps : real ? REAL_FPS : SCRIPTED_FPS;
        if (displays.size() > MOST_DISPLAYS) {
            throw wrong("--fps must be at most " + MOST_DISPLAYS + " displays, was " + displays.size());
        }
        if (seconds != null && !real) {
            throw wrong("--seconds goes with --real; on the scripted clock every loop has the same " + SCRIPTED_SECONDS
                    + " s");
        }
        int played = seconds != null ? seconds : real ? REAL_SECONDS : SCRIPTED_SECONDS;
        return new Comparison(displays, seed, played, real);
    }

    private void write(Comparison comparison, List<LoopResult> rows, Machine machine, String where) throws IOException {
        if (jsonFile != null) {
            jsonFile.write(Json.write(Figures.json(comparison, rows, machine.json())) + System.lineSeparator());
        }
        if (page != null) {
            page.write(ComparePage.html(comparison, rows, where));
            print("drawn in " + page());
        }
    }

    /** Found out before minutes are spent on figures that can't be written. */
    private void checkFiles() {
        try {
            // The folder first, which the other file may be meant for.
            if (report != null) {
                ReportFile.makeFolder(report);
                page = new ReportFile("--report", page());
            }
            if (json != null) {
                jsonFile = new ReportFile("--json", json);
            }
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    private Path page() {
        return report.resolve("compare.html");
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private void print(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
