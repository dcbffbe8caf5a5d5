package io.github.freestep.rooms;

import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** The lines by which a node reports to the process that has started it. */
final class Report {
    /** Begins each line of a report. What the engine logs has no such mark. */
    private static final String MARK = "@";

    private Report() {}

    /** What the engine does about a node that is dead, or seems to be, one after the other. */
    enum Death {
        /** A node hears no heartbeats. */
        NOTICED,
        /** The nodes have agreed to go on without it. */
        DECIDED,
        /** It is no node of the cluster any more. Now its rooms are placed elsewhere. */
        REMOVED
    }

    /** Gets what a node has reported. */
    interface Reader {
        void up(int port);

        void status(int rooms, long heapBytes, int threads);

        void starting(int room, long owner, long nanos);

        void began(int room, long owner, Save.Kind kind, long tick);

        void saved(int room, long owner, long tick);

        /** The tick is that of the newest confirmed save; -1 if there was none. */
        void ended(int room, long owner, RoomKeeper.End end, long tick);

        void stopped(int room, long owner, long nanos);

        void stoodStill(long nanos);

        /** Of another node, which may also have left as planned. */
        void death(int port, Death part, long nanos);

        void problem(String text);
    }

    /** Reads a line. Anything but a report is a problem that the engine has logged. */
    static void read(String line, Reader to) {
        String[] words = line.split(" ");
        switch (words[0]) {
            case "@up" -> to.up(number(words, 1));
            case "@status" -> to.status(number(words, 1), Long.parseLong(words[2]), number(words, 3));
            case "@starting" -> to.starting(number(words, 1), Long.parseLong(words[2]), Long.parseLong(words[3]));
            case "@began" ->
                to.began(
                        number(words, 1),
                        Long.parseLong(words[2]),
                        Save.Kind.valueOf(words[3]),
                        Long.parseLong(words[4]));
            case "@saved" -> to.saved(number(words, 1), Long.parseLong(words[2]), Long.parseLong(words[3]));
            case "@ended" ->
                to.ended(
                        number(words, 1),
                        Long.parseLong(words[2]),
                        RoomKeeper.End.valueOf(words[3]),
                        Long.parseLong(words[4]));
            case "@stopped" -> to.stopped(number(words, 1), Long.parseLong(words[2]), Long.parseLong(words[3]));
            case "@stood" -> to.stoodStill(Long.parseLong(words[1]));
            case "@death" -> to.death(number(words, 1), Death.valueOf(words[2]), Long.parseLong(words[3]));
            default -> to.problem(line);
        }
    }

    private static int number(String[] words, int index) {
        return Integer.parseInt(words[index]);
    }

    /** Writes the lines. Safe for use by any number of threads. */
    static final class Writer implements RoomKeeper.Listener, ServiceRooms.StepLog {
        private final PrintStream out;

        Writer(PrintStream out) {
            this.out = out;
        }

        void up(int port) {
            line("up", port);
        }

        void status(int rooms, long heapBytes, int threads) {
            line("status", rooms, heapBytes, threads);
        }

        void death(int port, Death part, long nanos) {
            line("death", port, part, nanos);
        }

        @Override
        public void starting(int room, long owner, long nanos) {
            line("starting", room, owner, nanos);
        }

        @Override
        public void began(int room, long owner, Save from) {
            line("began", room, owner, from.kind(), from.tick());
        }

        @Override
        public void saved(int room, long owner, Save save) {
            line("saved", room, owner, save.tick());
        }

        @Override
        public void ended(int room, long owner, RoomKeeper.End end, @Nullable Save last) {
            line("ended", room, owner, end, last == null ? -1 : last.tick());
        }

        @Override
        public void stopped(int room, long owner, long nanos) {
            line("stopped", room, owner, nanos);
        }

        @Override
        public void stoodStill(long nanos) {
            line("stood", nanos);
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
            StringBuilder line = new StringBuilder(MARK).append(name);
            for (Object value : values) {
                line.append(' ').append(value);
            }
            out.println(line);
        }
    }
}
