package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.tools.Commands;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** Runs the command in this virtual machine. */
final class Runs {
    private Runs() {}

    /** Returns a run of a second with three bodies and no faults, which has not begun. */
    static StressRun ofASecond() {
        StressSettings options = new StressSettings();
        options.simulation = "swarm";
        options.bodies = 3;
        options.seconds = 1;
        options.faults = List.of("none");
        return new StressRun(options.resolve(), new PrintWriter(new StringWriter()));
    }

    static int run(StringWriter out, String... args) {
        return Commands.run(new StressCommand(), out, out, args);
    }
}
