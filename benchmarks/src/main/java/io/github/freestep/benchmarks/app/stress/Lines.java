package io.github.freestep.benchmarks.app.stress;

import java.io.PrintWriter;

/** Prints lines of figures, at most 99 columns wide, below a line with their names. For one thread. */
final class Lines {
    private static final int MOST_WIDTH = 99;

    private final PrintWriter out;
    private final String format;
    private final Object[] names;
    private boolean begun;

    /** @param names the names of the figures, with {@code |} between */
    Lines(PrintWriter out, String format, String names) {
        this.out = out;
        this.format = format;
        this.names = names.split("\\|");
    }

    void print(Object... figures) {
        if (!begun) {
            begun = true;
            out.println(line(names));
        }
        out.println(line(figures));
        out.flush();
    }

    private String line(Object... columns) {
        String line = String.format(format, columns).stripTrailing();
        return line.length() <= MOST_WIDTH ? line : line.substring(0, MOST_WIDTH - 3) + "...";
    }
}
