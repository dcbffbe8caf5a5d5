package io.github.freestep.benchmarks.evidence;

import io.github.freestep.benchmarks.app.compare.CompareCommand;
import io.github.freestep.benchmarks.app.door.DoorCommand;
import io.github.freestep.tools.Options;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs the jar of evidence: dispatches to a subcommand, or prints the help if there is none. */
@Command(
        name = "freestep-evidence.jar",
        mixinStandardHelpOptions = true,
        version = "Freestep 0.1.0-SNAPSHOT",
        description = "Compare Freestep with other loops and libraries, and draw pictures of the pages.",
        subcommands = {CompareCommand.class, DoorCommand.class, CommandLine.HelpCommand.class},
        synopsisSubcommandLabel = "COMMAND")
public final class Evidence implements Runnable {
    @Spec
    private CommandSpec spec;

    private Evidence() {}

    /**
     * Runs a subcommand and exits with its code.
     *
     * @param args the name of the subcommand and its arguments; prints the help if empty
     */
    public static void main(String[] args) {
        System.exit(Options.commandLine(new Evidence()).execute(args));
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
