package io.github.freestep.tools;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The base of the subcommands: {@code --help}, the exit code, printing, and errors for wrong options. For one thread.
 */
@Command(mixinStandardHelpOptions = true)
public abstract class AppCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    /** Returns the standard output of this command. Flush it after printing. */
    protected final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Returns the error output of this command. Flush it after printing. */
    protected final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** Prints text that is formatted as by {@link String#format} in the root locale, and flushes it. */
    protected final void print(String format, Object... values) {
        out().printf(Locale.ROOT, format, values);
        out().flush();
    }

    /**
     * Returns an exception that refuses the command line, for the caller to throw. Picocli prints its message, and the
     * command exits with code 2.
     */
    protected final ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** Calls a check of the options, and refuses the command line if it throws an {@link IllegalArgumentException}. */
    protected final <T> T checked(Supplier<T> check) {
        try {
            return check.get();
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }
}
