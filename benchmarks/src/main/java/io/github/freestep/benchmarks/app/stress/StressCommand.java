package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.report.Interrupt;
import io.github.freestep.benchmarks.report.Json;
import io.github.freestep.benchmarks.report.ReportFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs the service under load and faults, prints figures meanwhile, writes a report, and judges. */
@Command(
        name = "stress",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        subcommands = HandoffStressCommand.class,
        synopsisSubcommandLabel = "[COMMAND]",
        description = {
            "Run the service under load and faults, and check every value of every frame of every reader.",
            "Without options, the run takes 15 seconds and has all kinds of faults.",
            "",
            "Ticks and frames must allocate nothing. The run reads the allocated bytes of each thread ten times a"
                    + " second while there is no fault. A few hundred bytes in a single reading come from the"
                    + " compilers; bytes in more than half of the readings break the promise."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every promise was kept",
            "1:a promise was broken; the output names each with its tick, frame and seed",
            "2:an option is wrong, or the report could not be written",
            "130:interrupted; the report covers the run until then, and is missing if the run had not begun"
        },
        footer = {
            "%nExamples:",
            "  stress --bodies 250000 --fps 60 --step-cost 0us --fault none",
            "  stress --simulation springs --fps 30,144,uncapped --step-cost 70%%:lognormal --report out",
            "  stress --fault pause@2:1 --fault gc@5 --overload never-slip"
        })
public final class StressCommand implements Callable<Integer> {
    @Mixin
    private StressOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        try (Interrupt interrupt = new Interrupt(out)) {
            List<Output> files;
            StressRun run;
            try {
                StressSettings settings = options.settings();
                files = files();
                run = new StressRun(settings, new LiveLine(out, options.output.quiet));
            } catch (IllegalArgumentException e) {
                throw new ParameterException(spec.commandLine(), e.getMessage());
            }
            return interrupt.begins(run::stop) ? run(run, files, interrupt) : Interrupt.EXIT_CODE;
        }
    }

    private int run(StressRun run, List<Output> files, Interrupt interrupt) throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        if (!options.output.quiet) {
            out.println(StressSummary.headline(run.settings));
            if (run.scene.notice() != null) {
                out.println(run.scene.notice());
            }
            out.flush();
        }
        run.run();
        RunResult result = run.result(interrupt.over());
        int exitCode = write(files, result) ? result.verdict().exitCode() : CommandLine.ExitCode.USAGE;
        interrupt.exitsWith(exitCode);
        print(out, result);
        return exitCode;
    }

    private boolean write(List<Output> files, RunResult result) {
        try {
            for (Output output : files) {
                output.file().write(output.content().apply(result));
            }
            return true;
        } catch (IOException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return false;
        }
    }

    private record Output(ReportFile file, Function<RunResult, String> content) {
        static Output json(String option, Path file) {
            return new Output(
                    new ReportFile(option, file), result -> Json.write(JsonReport.of(result)) + System.lineSeparator());
        }
    }

    /** Checks before the run that the files can be written, rather than after an hour of it. */
    private List<Output> files() {
        List<Output> files = new ArrayList<>();
        Path folder = options.output.report;
        if (folder != null) {
            ReportFile.makeFolder(folder);
            files.add(Output.json("--report", folder.resolve("report.json")));
            files.add(new Output(new ReportFile("--report", folder.resolve("report.html")), HtmlReport::of));
        }
        if (options.output.json != null) {
            files.add(Output.json("--json", options.output.json));
        }
        return files;
    }

    private void print(PrintWriter out, RunResult run) {
        boolean quiet = options.output.quiet;
        StressSummary summary = new StressSummary(run);
        if (!quiet) {
            out.println(summary);
            out.println(summary.undisturbedJudder());
        }
        run.violations().forEach(violation -> out.println("BROKEN  " + violation));
        out.println(run.verdict().sentence(run));
        if (!quiet && options.output.report != null) {
            Path page = options.output.report.resolve("report.html");
            out.println("report: " + page.toAbsolutePath().normalize());
        }
        out.flush();
    }
}
