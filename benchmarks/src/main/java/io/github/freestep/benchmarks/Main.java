package io.github.freestep.benchmarks;

import io.github.freestep.benchmarks.app.stress.StressCommand;
import io.github.freestep.benchmarks.app.view.ViewCommand;
import io.github.freestep.tools.Options;
import io.github.freestep.tools.diagnose.DiagnoseCommand;
import io.github.freestep.tools.pacing.PacingCommand;
import io.github.freestep.tools.record.InspectCommand;
import io.github.freestep.tools.record.OpenCommand;
import io.github.freestep.tools.record.RecordCommand;
import io.github.freestep.tools.record.ReplayCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs the jar: dispatches to a subcommand, or prints the help if there is none. */
@Command(
        name = "freestep.jar",
        mixinStandardHelpOptions = true,
        version = "Freestep 0.1.0-SNAPSHOT",
        description = "Stress, measure, check and watch Freestep; record runs and replay them.",
        subcommands = {
            ExampleCommand.class,
            StressCommand.class,
            PacingCommand.class,
            ViewCommand.class,
            RecordCommand.class,
            ReplayCommand.class,
            InspectCommand.class,
            OpenCommand.class,
            DiagnoseCommand.class,
            CommandLine.HelpCommand.class
        },
        synopsisSubcommandLabel = "COMMAND")
public final class Main implements Runnable {
    @Spec
    private CommandSpec spec;

    private Main() {}

    /**
     * Runs a subcommand and exits with its code.
     *
     * @param args the name of the subcommand and its arguments; prints the help if empty
     */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return Options.commandLine(new Main());
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
