package io.github.freestep.benchmarks.app;

import java.io.PrintWriter;

/** Prints figures: in a terminal, each line over the one before. For one thread. */
public final class StatusLine {
    private final PrintWriter out;
    private final boolean terminal;
    private int drawn;

    public StatusLine(PrintWriter out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    public void figures(String text) {
        if (terminal) {
            out.print("\r" + text + " ".repeat(Math.max(0, drawn - text.length())));
            drawn = text.length();
        } else {
            out.println(text);
        }
        out.flush();
    }

    /** Ends the line of figures, which stays. */
    public void end() {
        if (drawn > 0) {
            out.println();
            out.flush();
            drawn = 0;
        }
    }

    /** Removes the line of figures, so that the next text begins in its place. */
    void clear() {
        if (drawn > 0) {
            out.print("\r" + " ".repeat(drawn) + "\r");
            out.flush();
            drawn = 0;
        }
    }
}
