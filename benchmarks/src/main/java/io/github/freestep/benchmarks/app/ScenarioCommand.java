package io.github.freestep.benchmarks.app;

import io.github.freestep.tools.AppCommand;
import io.github.freestep.tools.report.Interrupt;
import io.github.freestep.tools.report.Machine;
import io.github.freestep.tools.report.ReportFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The base of commands that run a {@link Scenario}, print figures meanwhile, write a report, and judge. */
@Command(
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every promise was kept",
            "1:a promise was broken; the output names each with its tick, frame and seed",
            "2:an option is wrong, or a file could not be written",
            "130:interrupted; the report covers the run until then; there is none if the run had not begun"
        })
public abstract class ScenarioCommand extends AppCommand {
    @Spec
    private CommandSpec spec;

    private final Map<ReportFile, Function<Findings, String>> files = new LinkedHashMap<>();

    /**
     * Makes what the options describe, and names its files.
     *
     * @throws IllegalArgumentException if the options do not fit; the message is for the user
     */
    protected abstract Scenario scenario();

    /** Returns the seed with which the same run can be repeated. */
    protected abstract long seed();

    /** Returns the options that the run reads, with their values or defaults. */
    protected abstract Map<String, Object> facts(CommandSpec described);

    /** Checks before the run that a file can be written, so that no run of an hour ends without its report. */
    protected final void file(String option, Path file, Function<Findings, String> content) {
        if (file != null) {
            files.put(new ReportFile(option, file), content);
        }
    }

    /** Checks the same of a folder for the page. */
    protected final void page(Path folder) {
        if (folder != null) {
            ReportFile.makeFolder(folder);
            file(
                    "--report",
                    folder.resolve("report.html"),
                    found -> found.page().html());
        }
    }

    @Override
    public final Integer call() throws Exception {
        try (Interrupt interrupt = new Interrupt(out())) {
            Scenario scenario = checked(this::scenario);
            return interrupt.begins(scenario::stop) ? run(scenario, interrupt) : Interrupt.EXIT_CODE;
        }
    }

    private int run(Scenario scenario, Interrupt interrupt) throws Exception {
        print("%s%n", scenario.headline());
        scenario.run();
        Findings outcome = scenario.outcome(interrupt.over());
        outcome.page().section("Run").facts(allFacts());
        int exitCode = write(outcome) ? outcome.verdict().exitCode() : CommandLine.ExitCode.USAGE;
        interrupt.exitsWith(exitCode);
        print("%n%s%n", outcome.summary());
        outcome.violations().forEach(each -> print("BROKEN  %s%n", each));
        print("%s%n", outcome.sentence());
        print("repeat: %s%n", repeat());
        files.keySet().forEach(file -> print("report: %s%n", file));
        return exitCode;
    }

    /** Says what ran, where, when, and how to run it again. */
    private Map<String, Object> allFacts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("machine", Machine.here());
        facts.put("Freestep", String.join("", spec.root().version()));
        facts.put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS));
        facts.put("repeat", repeat());
        facts.putAll(facts(spec));
        return facts;
    }

    private String repeat() {
        CommandLine.ParseResult args = spec.commandLine().getParseResult();
        String seed = args.hasMatchedOption("--seed") ? "" : " --seed " + seed();
        String name = spec.name();
        return (name + " " + String.join(" ", args.originalArgs()) + seed).replaceFirst("^" + name + " " + name, name);
    }

    private boolean write(Findings outcome) {
        try {
            for (Map.Entry<ReportFile, Function<Findings, String>> file : files.entrySet()) {
                file.getKey().write(file.getValue().apply(outcome));
            }
            return true;
        } catch (IOException e) {
            err().println(e.getMessage());
            return false;
        }
    }
}
