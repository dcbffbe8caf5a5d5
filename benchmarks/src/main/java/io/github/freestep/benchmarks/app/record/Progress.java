package io.github.freestep.benchmarks.app.record;

import io.github.freestep.benchmarks.report.Units;
import java.io.PrintWriter;

/** Shows progress after the first second: a bar in a terminal, otherwise a line per 10 %. For one thread. */
final class Progress {
    private static final long SILENCE_NANOS = 1_000_000_000;
    private static final long GAP_NANOS = 100_000_000;
    private static final int WIDTH = 40;

    private final PrintWriter out;
    private final boolean terminal;
    private final String what;
    private final long total;
    private final long startNanos = System.nanoTime();

    private long shownNanos = startNanos + SILENCE_NANOS - GAP_NANOS;
    private long tenths;
    private boolean drawn;

    Progress(PrintWriter out, boolean terminal, String what, long total) {
        this.out = out;
        this.terminal = terminal;
        this.what = what;
        this.total = Math.max(1, total);
    }

    /** Reports progress. A value beyond the total, as in a growing file, counts as the total. */
    void at(long reached) {
        long done = Math.min(reached, total);
        long now = System.nanoTime();
        if (now - shownNanos >= GAP_NANOS) {
            shownNanos = now;
            show(done);
        }
    }

    private void show(long done) {
        String figures = Units.text("%3d %%  %s %,d of %,d", 100 * done / total, what, done, total);
        if (terminal) {
            int filled = (int) (WIDTH * done / total);
            out.print("\r[" + "#".repeat(filled) + ".".repeat(WIDTH - filled) + "] " + figures);
            drawn = true;
        } else if (10 * done / total > tenths) {
            tenths = 10 * done / total;
            out.println(figures);
        }
        out.flush();
    }

    /** Removes the bar, so that the next line begins in its place. */
    void end() {
        if (drawn) {
            out.print("\r" + " ".repeat(2 * WIDTH) + "\r");
            out.flush();
        }
    }
}
