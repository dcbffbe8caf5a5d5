package io.github.freestep.benchmarks.app.remote;

import java.io.PrintWriter;

/** Prints figures: in a terminal, each line over the one before. Other text gets a line of its own. For one thread. */
final class StatusLine {
    private final PrintWriter out;
    private final boolean terminal;
    private int drawn;

    StatusLine(PrintWriter out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    void figures(String text) {
        if (terminal) {
            out.print("\r" + text + " ".repeat(Math.max(0, drawn - text.length())));
            drawn = text.length();
        } else {
            out.println(text);
        }
        out.flush();
    }

    void news(String text) {
        end();
        out.println(text);
        out.flush();
    }

    /** Ends the line of figures, which stays. */
    void end() {
        if (drawn > 0) {
            out.println();
            out.flush();
            drawn = 0;
        }
    }
}
