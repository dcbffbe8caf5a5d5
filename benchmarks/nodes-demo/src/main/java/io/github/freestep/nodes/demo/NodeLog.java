package io.github.freestep.nodes.demo;

import io.github.freestep.physics.nodes.RoomEvents;
import java.io.PrintStream;

/**
 * Writes what a node reports, in lines that {@link Judge#read} reads. What Pekko logs begins otherwise. Safe for
 * use by any number of threads.
 */
final class NodeLog implements RoomEvents {
    private final PrintStream out;

    NodeLog(PrintStream out) {
        this.out = out;
    }

    @Override
    public void founding() {
        line("founds the cluster of this store");
    }

    @Override
    public void joined() {
        line("@up");
    }

    /** Ends the process, which has one node. The exit code says that it was not asked to. */
    @Override
    public void ended(Throwable why) {
        line("ended: " + why);
        Runtime.getRuntime().halt(1);
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
        out.println((Object) causes);
    }

    private void line(String name, Object... values) {
        StringBuilder line = new StringBuilder(name);
        for (Object value : values) {
            line.append(' ').append(value);
        }
        out.println(line);
    }
}
