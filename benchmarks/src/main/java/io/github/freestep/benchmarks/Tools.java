package io.github.freestep.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/** Subcommands that pass all of their arguments, options included, to the main method of another tool. */
final class Tools {
    private Tools() {}

    private abstract static class Tool implements Callable<Integer> {
        /** Has only the long form, because -h is an option of JMH, and jcstress has options that begin with -h. */
        @Option(names = "--help", usageHelp = true, description = "Show this help message and exit.")
        private boolean help;

        @Unmatched
        private List<String> args = new ArrayList<>();

        /** Runs the tool in this JVM. Both tools exit the JVM themselves if they have an exit code. */
        abstract void run(String[] args) throws Exception;

        @Override
        public Integer call() throws Exception {
            run(args.toArray(String[]::new));
            return CommandLine.ExitCode.OK;
        }
    }

    @Command(
            name = "jmh",
            description =
                    "Run the JMH benchmarks with JMH's own arguments: -l lists the benchmarks, -h lists JMH's options.",
            customSynopsis = "freestep.jar jmh [JMH ARGUMENTS]")
    static final class Jmh extends Tool {
        @Override
        void run(String[] args) throws Exception {
            org.openjdk.jmh.Main.main(args);
        }
    }

    /**
     * The help lists jcstress's main arguments. jcstress's own help does not work here, because jcstress was compiled
     * against a different version of the option parser than JMH, and the jar holds only one.
     */
    @Command(
            name = "jcstress",
            description = "Run the jcstress tests of memory ordering with jcstress's own arguments.",
            customSynopsis = "freestep.jar jcstress [JCSTRESS ARGUMENTS]",
            footer = {
                "%nThe most used arguments:",
                "  -l               list the tests",
                "  -t REGEXP        run the tests whose names match",
                "  -m quick         effort: sanity, quick, default, tough or stress",
                "  -time 100        milliseconds per iteration",
                "  -iters 1         iterations per fork",
                "  -v               print every result"
            })
    static final class Jcstress extends Tool {
        @Override
        void run(String[] args) throws Exception {
            org.openjdk.jcstress.Main.main(args);
        }
    }
}
