package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.app.Options;
import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** Runs the command in this virtual machine. */
final class Runs {
    private Runs() {}

    static int run(StringWriter out, String... args) {
        CommandLine command = Options.commandLine(new StressCommand());
        command.setOut(new PrintWriter(out));
        command.setErr(new PrintWriter(out));
        return command.execute(args);
    }
}
