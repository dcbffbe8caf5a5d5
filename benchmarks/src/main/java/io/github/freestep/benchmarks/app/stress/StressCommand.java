package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.app.AppCommand;
import io.github.freestep.benchmarks.app.Findings;
import io.github.freestep.benchmarks.app.Scenario;
import io.github.freestep.benchmarks.app.play.MatchRun;
import io.github.freestep.benchmarks.app.remote.LinksRun;
import io.github.freestep.benchmarks.report.Interrupt;
import io.github.freestep.benchmarks.report.Machine;
import io.github.freestep.benchmarks.report.ReportFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs a {@link Scenario} under load and faults, prints figures meanwhile, writes a report, and judges. */
@Command(
        name = "stress",
        sortOptions = false,
        description = {
            "Run the service under load and faults, and check every value of every frame of every reader.",
            "Without options, the run takes 15 seconds and has all kinds of faults.",
            "Ticks and frames must allocate nothing, except a few hundred bytes now and then for the JVM's compilers."
        },
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
            "  stress --fault pause@2:1 --fault gc@5",
            "  stress --rooms 50 --fault restart --fault fail",
            "  stress --remote --bodies 200 --link burst,wifi,delay-jump",
            "  stress --match --predict 20 --link 250ms,20%% --seconds 60"
        })
public final class StressCommand extends AppCommand {
    @Mixin
    private StressSettings options;

    @Spec
    private CommandSpec spec;

    private final Map<ReportFile, Function<Findings, String>> files = new LinkedHashMap<>();

    @Override
    public Integer call() throws Exception {
        try (Interrupt interrupt = new Interrupt(out())) {
            Scenario scenario = checked(() -> {
                options.check(spec.commandLine().getParseResult().matchedOptions());
                options.resolve();
                makeFiles();
                return scenario();
            });
            return interrupt.begins(scenario::stop) ? run(scenario, interrupt) : Interrupt.EXIT_CODE;
        }
    }

    /**
     * Makes what the options describe.
     *
     * @throws IllegalArgumentException if the options do not fit; the message is for the user
     */
    private Scenario scenario() {
        return switch (options.kind()) {
            case SERVICE -> new StressRun(options, out());
            case ROOMS -> new RoomsRun(options, out());
            case REMOTE ->
                new LinksRun(options.bodies, options.seconds, options.fps.get(0), options.link, options.seed, out());
            case MATCH ->
                new MatchRun(options.players, options.predict, options.link, options.seconds, options.seed, out());
        };
    }

    /** Checks before the run that the files can be written, so that no run of an hour ends without its report. */
    private void makeFiles() {
        add("--json", options.json, Findings::json);
        add("--junit", options.junit, found -> found.page().junit());
        if (options.report != null) {
            ReportFile.makeFolder(options.report);
            Path page = options.report.resolve("report.html");
            add("--report", page, found -> found.page().html());
        }
    }

    private void add(String option, Path file, Function<Findings, String> content) {
        if (file != null) {
            files.put(new ReportFile(option, file), content);
        }
    }

    private int run(Scenario scenario, Interrupt interrupt) throws Exception {
        print("%s%n", scenario.headline());
        scenario.run();
        Findings outcome = scenario.outcome(interrupt.over());
        outcome.page().section("Run").facts(facts());
        int exitCode = write(outcome) ? outcome.verdict().exitCode() : CommandLine.ExitCode.USAGE;
        interrupt.exitsWith(exitCode);
        print(outcome);
        print("repeat: %s%n", repeat());
        files.keySet().forEach(file -> print("report: %s%n", file));
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
        return ("stress " + String.join(" ", args.originalArgs()) + seed).replaceFirst("^stress stress", "stress");
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
