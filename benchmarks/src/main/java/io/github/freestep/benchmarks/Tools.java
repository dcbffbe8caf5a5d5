package io.github.freestep.benchmarks;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/** Subcommands that hand all of their arguments, options included, to somebody else's main method. */
final class Tools {
    private Tools() {}

    @Command(
            name = "jmh",
            description = "Measure: hands its arguments to JMH. -l lists the benchmarks, -h its options.",
            customSynopsis = "freestep.jar jmh [JMH ARGUMENTS]")
    static final class Jmh implements Runnable {
        @Unmatched
        private List<String> args = new ArrayList<>();

        @Override
        public void run() {
            handOver(org.openjdk.jmh.Main::main, args);
        }
    }

    /** Its own help can't be had here: it was compiled against another version of the option parser than JMH's. */
    @Command(
            name = "jcstress",
            description = "Check the order of memory accesses: hands its arguments to jcstress.",
            customSynopsis = "freestep.jar jcstress [JCSTRESS ARGUMENTS]",
            footer = {
                "%nThe arguments most used:",
                "  -l               list the tests",
                "  -t REGEXP        run those that match",
                "  -m quick         how hard: sanity, quick, default, tough, stress",
                "  -time 100        milliseconds an iteration",
                "  -iters 1         iterations a fork",
                "  -v               print every result"
            })
    static final class Jcstress implements Runnable {
        /** The long form alone, since jcstress has options that begin with -h. */
        @Option(names = "--help", usageHelp = true, description = "Show this help message and exit.")
        private boolean help;

        @Unmatched
        private List<String> args = new ArrayList<>();

        @Override
        public void run() {
            handOver(org.openjdk.jcstress.Main::main, args);
        }
    }

    /** Both tools exit the JVM themselves where they have a code to give. */
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
