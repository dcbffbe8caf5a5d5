package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.tools.AppCommand;
import io.github.freestep.tools.report.Interrupt;
import io.github.freestep.tools.report.Machine;
import io.github.freestep.tools.report.Page;
import io.github.freestep.tools.report.ReportFile;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs a service under load and faults. */
@Command(
        name = "stress",
        description = {
            "Run the service under load and faults, and check every value of every frame of every reader.",
            "Without options, the run takes 15 seconds and has all kinds of faults.",
            "Ticks and frames must allocate nothing, except a few hundred bytes now and then for the JVM's compilers."
        },
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every promise was kept",
            "1:a promise was broken; the output names each with its tick, frame and seed",
            "2:an option is wrong, or a file could not be written",
            "130:interrupted; the report covers the run until then; there is none if the run had not begun"
        },
        footer = {
            "%nExamples:",
            "  stress --bodies 250000 --fps 60 --step-cost 0us --fault none --report out",
            "  stress --simulation com.example.Mine --check com.example.MyCheck --junit mine.xml",
            "  stress --simulation springs --fps 30,240 --step-cost 70%%:lognormal",
            "  stress --fault pause@2:1 --fault gc@5"
        })
public final class StressCommand extends AppCommand {
    /** The variable that names, for a process of {@link #runInAnotherProcess}, the file to remove. */
    private static final String UNJUDGED = "FREESTEP_STRESS_UNJUDGED";

    private static final List<String> JVM = ManagementFactory.getRuntimeMXBean().getInputArguments();

    /** A debugger, an agent or the flight recorder is meant for the world, and cannot be in two processes. */
    private static final String WATCHED = ".*-(agent|javaagent|Xrun|XX:StartFlight|Dcom.sun.management).*";

    @Mixin
    private StressSettings options;

    @Spec
    private CommandSpec spec;

    private ReportFile report;
    private ReportFile junit;

    @Override
    public Integer call() throws Exception {
        checked(() -> {
            options.check(spec.commandLine().getParseResult().matchedOptions());
            return options.resolve();
        });
        boolean hasMain = spec.parent() != null; // In the virtual machine of a test, there is none.
        return options.isOwn()
                        && hasMain
                        && System.getenv(UNJUDGED) == null
                        && !JVM.toString().matches(WATCHED)
                ? runInAnotherProcess()
                : runHere();
    }

    /** Runs a world of the user's, which may end its process. Only a process that has passed removes the file. */
    private int runInAnotherProcess() throws Exception {
        Path unjudged = Files.createTempFile("freestep-stress-", ".unjudged");
        List<String> java = new ArrayList<>(JVM);
        java.add(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
        java.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                spec.root().userObject().getClass().getName(),
                spec.name()));
        List<String> args = spec.commandLine().getParseResult().originalArgs();
        java.addAll(args.subList(args.indexOf(spec.name()) + 1, args.size()));
        ProcessBuilder command = new ProcessBuilder(java).inheritIO();
        command.environment().put(UNJUDGED, unjudged.toString());
        // The options in them are those of this process, too.
        command.environment().keySet().removeAll(Set.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
        try (Interrupt interrupt = new Interrupt(out())) {
            Process process = command.start();
            if (!interrupt.begins(process::destroy)) {
                process.destroy();
            }
            int exitCode = process.waitFor();
            interrupt.exitsWith(exitCode);
            if (Files.deleteIfExists(unjudged) && exitCode == Verdict.PASSED.exitCode()) {
                print(
                        "BROKEN  progress: the process ended with exit code 0 and without a verdict, so the world has ended"
                                + " it, such as by Runtime.halt(0)%n");
                return Verdict.FAILED.exitCode();
            }
            return exitCode;
        }
    }

    private int runHere() throws Exception {
        try (Interrupt interrupt = new Interrupt(out())) {
            StressRun run = checked(this::prepare);
            return interrupt.begins(run::stop) ? run(run, interrupt) : Interrupt.EXIT_CODE;
        }
    }

    /** Checks the options before the run, and the files, so that no run of an hour ends without its report. */
    private StressRun prepare() {
        if (options.junit != null) {
            junit = new ReportFile("--junit", options.junit);
        }
        if (options.report != null) {
            ReportFile.makeFolder(options.report);
            report = new ReportFile("--report", options.report.resolve("report.html"));
        }
        return new StressRun(options, out());
    }

    private int run(StressRun run, Interrupt interrupt) throws Exception {
        print("%s%n", run.headline());
        run.run();
        Findings found = run.outcome(interrupt.over());
        found.page().section("Run").facts(facts());
        int exitCode = write(found.page()) ? found.verdict().exitCode() : CommandLine.ExitCode.USAGE;
        interrupt.exitsWith(exitCode);
        print("%n%s%n", found.summary());
        found.violations().forEach(each -> print("BROKEN  %s%n", each));
        print("%s%nrepeat: %s%n", found.sentence(), repeat());
        Stream.of(junit, report).filter(Objects::nonNull).forEach(file -> print("report: %s%n", file));
        if (exitCode == Verdict.PASSED.exitCode() && System.getenv(UNJUDGED) != null) {
            Files.deleteIfExists(Path.of(System.getenv(UNJUDGED)));
        }
        return exitCode;
    }

    /** Says what ran, where, when, and how to run it again. */
    private Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("machine", Machine.here());
        facts.put("Freestep", String.join("", spec.root().version()));
        facts.put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS));
        facts.put("repeat", repeat());
        facts.putAll(options.facts(spec.options()));
        return facts;
    }

    private String repeat() {
        CommandLine.ParseResult args = spec.commandLine().getParseResult();
        String seed = args.hasMatchedOption("--seed") ? "" : " --seed " + options.seed;
        String name = spec.name();
        return (name + " " + String.join(" ", args.originalArgs()) + seed).replaceFirst("^" + name + " " + name, name);
    }

    private boolean write(Page page) {
        try {
            if (junit != null) {
                junit.write(page.junit());
            }
            if (report != null) {
                report.write(page.html());
            }
            return true;
        } catch (IOException e) {
            err().println(e.getMessage());
            return false;
        }
    }
}
