package io.github.freestep.benchmarks.app;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A subcommand: it has {@code --help}, returns its exit code, prints, and refuses options. For one thread. */
@Command(mixinStandardHelpOptions = true)
public abstract class AppCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    /** For subclasses. */
    protected AppCommand() {}

    /**
     * Returns the standard output of this command.
     *
     * @return print to it, then flush it
     */
    protected final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /**
     * Returns the error output of this command.
     *
     * @return print to it, then flush it
     */
    protected final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /**
     * Prints formatted text and flushes it.
     *
     * @param format as of {@link String#format}, in the root locale
     * @param values its values
     */
    protected final void print(String format, Object... values) {
        out().printf(Locale.ROOT, format, values);
        out().flush();
    }

    /**
     * Refuses the command line: picocli prints the message and the command exits with code 2.
     *
     * @param message what was wrong
     * @return the exception, for the caller to throw
     */
    protected final ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
