package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.app.AppCommand;
import io.github.freestep.benchmarks.app.play.MatchStressCommand;
import io.github.freestep.benchmarks.app.remote.RemoteStressCommand;
import io.github.freestep.benchmarks.report.Interrupt;
import java.io.IOException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs the service under load and faults, prints figures meanwhile, writes a report, and judges. */
@Command(
        name = "stress",
        sortOptions = false,
        subcommands = {RoomsStressCommand.class, RemoteStressCommand.class, MatchStressCommand.class},
        synopsisSubcommandLabel = "[COMMAND]",
        description = {
            "Run the service under load and faults, and check every value of every frame of every reader.",
            "Without options, the run takes 15 seconds and has all kinds of faults.",
            "",
            "Ticks and frames must allocate nothing. The run reads the allocated bytes of each thread ten times a"
                    + " second while there is no fault. A few hundred bytes in single readings are allowed, because the"
                    + " JVM's compilers cause them. The promise is broken if a thread has allocated anything, however"
                    + " little, in more than half of these tenths of a second."
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
            "  stress --bodies 1000000 --moving 1%% --fps 60 --step-cost 0us --fault none",
            "  stress --simulation springs --fps 30,uncapped --step-cost 70%%:lognormal",
            "  stress --fault pause@2:1 --fault gc@5 --overload never-slip"
        })
public final class StressCommand extends AppCommand {
    @Mixin
    private StressOptions options;

    @Override
    public Integer call() throws InterruptedException {
        try (Interrupt interrupt = new Interrupt(out())) {
            StressRun run = checked(() -> {
                StressSettings settings = options.settings();
                options.output.check("report");
                return new StressRun(settings, new LiveLine(out(), options.output.quiet));
            });
            return interrupt.begins(run::stop) ? run(run, interrupt) : Interrupt.EXIT_CODE;
        }
    }

    private int run(StressRun run, Interrupt interrupt) throws InterruptedException {
        if (!options.output.quiet) {
            print("%s%n", StressSummary.headline(run.settings));
            print("%s", run.scene.notice() == null ? "" : run.scene.notice() + System.lineSeparator());
        }
        run.run();
        RunResult result = run.result(interrupt.over());
        int exitCode = write(result) ? result.verdict().exitCode() : CommandLine.ExitCode.USAGE;
        interrupt.exitsWith(exitCode);
        print(result);
        return exitCode;
    }

    private boolean write(RunResult result) {
        try {
            options.output.write(() -> HtmlReport.of(result), () -> JsonReport.of(result));
            return true;
        } catch (IOException e) {
            err().println(e.getMessage());
            return false;
        }
    }

    private void print(RunResult run) {
        StressSummary summary = new StressSummary(run);
        if (!options.output.quiet) {
            print("%s%n%s%n", summary, summary.undisturbedJudder());
        }
        run.violations().forEach(violation -> print("BROKEN  %s%n", violation));
        print("%s%n%s", run.verdict().sentence(run), options.output.quiet ? "" : options.output.where());
    }
}
