package io.github.freestep.benchmarks;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
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

    @Command(
            name = "jcstress",
            description =
                    "Check the order of memory accesses: hands its arguments to jcstress. -l lists the tests, -h its options.",
            customSynopsis = "freestep.jar jcstress [JCSTRESS ARGUMENTS]")
    static final class Jcstress implements Runnable {
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
