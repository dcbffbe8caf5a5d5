package io.github.freestep.benchmarks;

import io.github.freestep.benchmarks.examples.Ball;
import io.github.freestep.tools.AppCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Runs a program of the examples in this process, or lists them. */
@Command(
        name = "example",
        sortOptions = false,
        description = {
            "Run an example for a few seconds, or list all of them.",
            "Each is one file to copy, and needs only the libraries; jme and lwjgl also need Toys.java."
        },
        footer = {"%nExamples:", "  example", "  example ball"})
final class ExampleCommand extends AppCommand {
    /** The classes of the examples by name, and what they show. */
    private static final Map<String, List<String>> EXAMPLES = new TreeMap<>(Map.of(
            "ball", List.of("Ball", "the ball of the service's page, until Ctrl-D"),
            "jme", List.of("JmeBoxes", "toys in jMonkeyEngine, a model for each kind"),
            "lwjgl", List.of("LwjglBoxes", "toys in a window, or for 150 ticks in none"),
            "stutter", List.of("Stutter", "a planted stutter, and its diagnosis")));

    @Parameters(index = "0", arity = "0..1", paramLabel = "NAME", description = "The example. Default: list all.")
    private String name;

    @Parameters(index = "1..*", paramLabel = "ARGUMENT", description = "Arguments of the example.")
    private List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
        String folder = Ball.class.getPackageName();
        if (name == null) {
            EXAMPLES.forEach((each, about) -> print("%-8s %-45s %s.java%n", each, about.get(1), about.get(0)));
            print("The files are in benchmarks/src/main/java/%s%n", folder.replace('.', '/'));
            return CommandLine.ExitCode.OK;
        }
        if (!EXAMPLES.containsKey(name)) {
            throw wrong("NAME must be one of " + String.join(", ", EXAMPLES.keySet()) + ", was " + name);
        }
        Class.forName(folder + "." + EXAMPLES.get(name).get(0))
                .getMethod("main", String[].class)
                .invoke(null, (Object) arguments.toArray(String[]::new));
        awaitThreads();
        return CommandLine.ExitCode.OK;
    }

    /** Waits for the threads that a virtual machine waits for, because the caller exits when the command returns. */
    private static void awaitThreads() throws InterruptedException {
        Thread me = Thread.currentThread();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            // Those of other groups are the JDK's.
            if (thread != me && !thread.isDaemon() && thread.getThreadGroup() == me.getThreadGroup()) {
                thread.join();
            }
        }
    }
}
