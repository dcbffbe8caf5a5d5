package io.github.freestep.tools;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Runs commands in this virtual machine, as the main class does. */
public final class Commands {
    private Commands() {}

    /** Returns the exit code. */
    public static int run(Object command, StringWriter out, StringWriter err, String... arguments) {
        return Options.commandLine(command)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }
}
