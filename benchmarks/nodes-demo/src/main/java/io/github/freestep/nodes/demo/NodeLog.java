package io.github.freestep.nodes.demo;

import io.github.freestep.physics.nodes.RoomEvents;
import io.github.freestep.time.NanoClock;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes what a node reports, in lines that {@link Judge#read} reads. What Pekko logs begins otherwise. Safe for
 * use by any number of threads.
 */
final class NodeLog implements RoomEvents {
    /** The same problem is reported at most this often. Each room tries again five times a second. */
    private static final long APART_NANOS = 1_000_000_000;

    /** Texts may contain anything, so without a bound the map could grow for ever. */
    private static final int MOST_PROBLEMS = 256;

    private final PrintStream out;
    private final NanoClock clock;

    /** When each problem was last reported, and how often it has come since. */
    private final Map<String, long[]> problems = new HashMap<>();

    NodeLog(PrintStream out, NanoClock clock) {
        this.out = out;
        this.clock = clock;
    }

    @Override
    public void founding() {
        line("founds the cluster of this store");
    }

    @Override
    public void joined() {
        line("@up");
    }

    @Override
    public void starting(int room, long owner, long nanos) {
        line("@starting", room, owner, nanos);
    }

    @Override
    public void began(int room, long owner, Kind from, long tick) {
        line("@began", room, owner, from, tick);
    }

    @Override
    public void saved(int room, long owner, long tick) {
        line("@saved", room, owner, tick);
    }

    @Override
    public void ended(int room, long owner, End end, long tick) {
        line("@ended", room, owner, end, tick);
    }

    @Override
    public void stopped(int room, long owner, long nanos) {
        line("@stopped", room, owner, nanos);
    }

    @Override
    public void stoodStill(long nanos) {
        line("@stood", nanos);
    }

    @Override
    public void problem(int room, Throwable problem) {
        StringBuilder causes = new StringBuilder("room " + room + ": " + problem);
        for (Throwable cause = problem.getCause(); cause != null; cause = cause.getCause()) {
            causes.append("; caused by ").append(cause);
        }
        // Causes may have names that are new each time.
        report("room " + room + ": " + problem, causes.toString());
    }

    private synchronized void report(String problem, String line) {
        if (problems.size() > MOST_PROBLEMS) {
            problems.clear();
        }
        long now = clock.nanoTime();
        long[] last = problems.computeIfAbsent(problem, first -> new long[] {now - APART_NANOS, 0});
        if (now - last[0] < APART_NANOS) {
            last[1]++;
            return;
        }
        out.println((Object) (last[1] == 0 ? line : line + " (and " + last[1] + " times since the last report)"));
        last[0] = now;
        last[1] = 0;
    }

    private void line(String name, Object... values) {
        StringBuilder line = new StringBuilder(name);
        for (Object value : values) {
            line.append(' ').append(value);
        }
        out.println(line);
    }
}
