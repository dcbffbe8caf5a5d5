package io.github.freestep.benchmarks;

import io.github.freestep.benchmarks.app.AppCommand;
import io.github.freestep.benchmarks.examples.Ball;
import io.github.freestep.benchmarks.examples.FortyRooms;
import io.github.freestep.benchmarks.examples.GdxCrates;
import io.github.freestep.benchmarks.examples.JmeBoxes;
import io.github.freestep.benchmarks.examples.Match;
import io.github.freestep.benchmarks.examples.ServerAndWatchers;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Runs a program of the examples in this process, or lists them. */
@Command(
        name = "example",
        sortOptions = false,
        description = {
            "Run an example for a few seconds, or list all of them.",
            "Each is one file to copy, and needs only the libraries."
        },
        footer = {"%nExamples:", "  example", "  example ball"})
final class ExampleCommand extends AppCommand {
    private static final List<Example> EXAMPLES = List.of(
            new Example("ball", "a first ball, as on the main page", Ball.class, Ball::main),
            new Example("jme", "boxes in jMonkeyEngine, with Bullet", JmeBoxes.class, JmeBoxes::main),
            new Example("gdx", "crates in libGDX, with Box2D", GdxCrates.class, GdxCrates::main),
            new Example(
                    "server",
                    "a server and two watchers, over the network",
                    ServerAndWatchers.class,
                    ServerAndWatchers::main),
            new Example("match", "two players in lockstep", Match.class, Match::main),
            new Example("rooms", "forty worlds on two threads", FortyRooms.class, FortyRooms::main));

    @Parameters(index = "0", arity = "0..1", paramLabel = "NAME", description = "The example. Default: list all.")
    private String name;

    @Parameters(index = "1..*", paramLabel = "ARGUMENT", description = "Arguments of the example.")
    private List<String> arguments = new ArrayList<>();

    private record Example(String name, String about, Class<?> source, Program program) {}

    private interface Program {
        void run(String[] arguments) throws Exception;
    }

    @Override
    public Integer call() throws Exception {
        if (name == null) {
            EXAMPLES.forEach(each -> print("%-8s %-45s %s.java%n", each.name, each.about, each.source.getSimpleName()));
            print("The files are in benchmarks/src/main/java/%s%n", folder());
            return CommandLine.ExitCode.OK;
        }
        Example example = EXAMPLES.stream()
                .filter(each -> each.name.equals(name))
                .findFirst()
                .orElseThrow(() -> wrong("NAME must be one of "
                        + String.join(", ", EXAMPLES.stream().map(Example::name).toList()) + ", was " + name));
        example.program.run(arguments.toArray(String[]::new));
        awaitThreads();
        return CommandLine.ExitCode.OK;
    }

    private static String folder() {
        return Ball.class.getPackageName().replace('.', '/');
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
