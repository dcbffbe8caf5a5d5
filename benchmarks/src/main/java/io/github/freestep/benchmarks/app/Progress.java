package io.github.freestep.benchmarks.app;

import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.time.NanoClock;
import java.io.PrintWriter;

/**
 * Shows in a terminal how far long work is and how long it will still take, from its second second on. Prints nothing
 * if the output is not a terminal. For one thread.
 */
public final class Progress {
    private static final long SILENCE_NANOS = 1_000_000_000;
    private static final long GAP_NANOS = 100_000_000;
    private static final int WIDTH = 40;
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final long MINUTE_SECONDS = 60;

    private final StatusLine line;
    private final boolean terminal;
    private final NanoClock clock;
    private final String what;
    private final long total;
    private final long startNanos;

    private long shownNanos;

    /**
     * Begins to measure the time.
     *
     * @param what the name of a unit of work, such as "tick"
     * @param total the number of units
     */
    public Progress(PrintWriter out, String what, long total) {
        this(out, System.console() != null, NanoClock.system(), what, total);
    }

    Progress(PrintWriter out, boolean terminal, NanoClock clock, String what, long total) {
        line = new StatusLine(out, terminal);
        this.terminal = terminal;
        this.clock = clock;
        this.what = what;
        this.total = Math.max(1, total);
        startNanos = clock.nanoTime();
        shownNanos = startNanos + SILENCE_NANOS - GAP_NANOS;
    }

    /** Reports progress. A value beyond the total, as in a growing file, counts as the total. */
    public void at(long reached) {
        long now = clock.nanoTime();
        if (terminal && now - shownNanos >= GAP_NANOS) {
            shownNanos = now;
            show(Math.min(reached, total), now - startNanos);
        }
    }

    private void show(long done, long elapsedNanos) {
        int filled = (int) (WIDTH * done / total);
        String bar = "[" + "#".repeat(filled) + ".".repeat(WIDTH - filled) + "] ";
        line.figures(bar
                + Units.text("%3d %%  %s %,d of %,d", 100 * done / total, what, done, total)
                + left(done, elapsedNanos));
    }

    private String left(long done, long elapsedNanos) {
        if (done == 0) {
            return "";
        }
        long seconds = Math.round((double) elapsedNanos / done * (total - done) / SECOND_NANOS);
        return seconds < MINUTE_SECONDS
                ? Units.text("  %d s left", seconds)
                : Units.text("  %d min %d s left", seconds / MINUTE_SECONDS, seconds % MINUTE_SECONDS);
    }

    /** Removes the bar, so that other text can be printed in its place. It returns with the next report. */
    public void clear() {
        line.clear();
    }
}
