package io.github.freestep.rooms;

import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes what a node reports, in lines that {@link Judge#read} reads. What Pekko logs begins otherwise. Safe for
 * use by any number of threads.
 */
record NodeLog(PrintStream out) implements RoomKeeper.Listener, ServiceRooms.StepLog {
    void founds() {
        line("founds the cluster of this store");
    }

    void up() {
        line("@up");
    }

    @Override
    public void starting(int room, long owner, long nanos) {
        line("@starting", room, owner, nanos);
    }

    @Override
    public void began(int room, long owner, Save from) {
        line("@began", room, owner, from.kind(), from.tick());
    }

    @Override
    public void saved(int room, long owner, Save save) {
        line("@saved", room, owner, save.tick());
    }

    @Override
    public void ended(int room, long owner, RoomKeeper.End end, @Nullable Save last) {
        line("@ended", room, owner, end, last == null ? -1 : last.tick());
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
        out.println(causes);
    }

    private void line(String name, Object... values) {
        StringBuilder line = new StringBuilder(name);
        for (Object value : values) {
            line.append(' ').append(value);
        }
        out.println(line);
    }
}
