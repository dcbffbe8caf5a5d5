package io.github.freestep.benchmarks;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/** Subcommands that pass all of their arguments, options included, to the main method of another tool. */
final class Tools {
    private Tools() {}

    @Command(
            name = "jmh",
            description =
                    "Run the JMH benchmarks with JMH's own arguments: -l lists the benchmarks, -h lists JMH's options.",
            customSynopsis = "freestep.jar jmh [JMH ARGUMENTS]")
    static final class Jmh implements Runnable {
        /** Has only the long form, because -h lists JMH's own options. */
        @Option(names = "--help", usageHelp = true, description = "Show this help message and exit.")
        private boolean help;

        @Unmatched
        private List<String> args = new ArrayList<>();

        @Override
        public void run() {
            handOver(org.openjdk.jmh.Main::main, args);
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
    static final class Jcstress implements Runnable {
        /** Has only the long form, because jcstress has options that begin with -h. */
        @Option(names = "--help", usageHelp = true, description = "Show this help message and exit.")
        private boolean help;

        @Unmatched
        private List<String> args = new ArrayList<>();

        @Override
        public void run() {
            handOver(org.openjdk.jcstress.Main::main, args);
        }
    }

    /** Runs the tool in this JVM. Both tools exit the JVM themselves if they have an exit code. */
    private static void handOver(ForeignMain main, List<String> args) {
        try {
            main.run(args.toArray(String[]::new));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private interface ForeignMain {
        void run(String[] args) throws Exception;
    }
}
