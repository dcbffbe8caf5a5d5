package io.github.freestep.testing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/**
 * Explores all executions of a few threads on processors that may reorder their accesses as much as Java's release and
 * acquire modes allow. The values written to a <i>location</i> are messages in one order. Each thread and each message
 * has a view, which says what it knows, and a load may return every message that the view of its thread allows. A
 * <i>cell</i> is plain data without messages: an access that is not ordered after the last write is a race and so an
 * error, and so is a write that is not ordered after the last read of each thread.
 *
 * <p>A thread repeats an operation, written as ordinary Java. Its state is an array of its own, and the results of the
 * accesses of the present operation, by which this class runs the operation again up to its next access to a location.
 * Equal states are explored once, messages that no thread can read any more are dropped, and an access to a cell is no
 * step, because a race shows in every order. A load never returns what a thread stores only later, although Java allows
 * that for opaque and plain accesses.
 */
public final class WeakMemory {
    /** How an access orders the accesses around it. */
    public enum Mode {
        /** The access is left out. */
        NONE,
        OPAQUE,
        ACQUIRE,
        RELEASE,
        ACQUIRE_RELEASE,
        /** An update that is taken apart: another thread may write between its two accesses. */
        TWO_ACCESSES,
        /** Ordered also among the volatile accesses to the same location, and by fences. */
        VOLATILE;

        private boolean acquires() {
            return this == ACQUIRE || this.compareTo(RELEASE) > 0;
        }
    }

    /** What each thread repeats until this returns false. Depends only on the thread, its state and what it reads. */
    public interface Program {
        boolean operate(Accesses memory, long[] own);
    }

    private enum Kind {
        LOAD,
        STORE,
        UPDATE,
        /** Updates the expected value, and loads any other. */
        CAS,
        /** Waits for the expected value, and updates it. */
        AWAIT,
        FENCE
    }

    private record Access(Kind kind, int location, Mode mode, long expected, LongUnaryOperator update) {}

    /** A thread before its next access, which is null if the thread has ended. */
    private record Progress(long[] own, long[] results, Access next) {}

    private record Key(long a, long b) {}

    /** Ends the run of an operation at an access that is not made yet. */
    private static final Error AT_ACCESS = new Error();

    // The elements of a message. From VIEW on, it has a view, and so has a thread: the index of the oldest readable
    // message of each location, then the known accesses to cells, as bits.
    private static final int VALUE = 0;
    private static final int IS_UPDATE = 1;
    private static final int VIEW = 2;

    private final int locations;
    private final int threads;
    private final int cellsAt;
    private final Program program;
    private State at;

    /**
     * Creates a memory.
     *
     * @param initial the values of the locations
     * @param cells the values of the cells
     * @param own the states of the threads
     */
    public WeakMemory(long[] initial, long[] cells, long[][] own, Program program) {
        this.program = program;
        locations = initial.length;
        threads = own.length;
        cellsAt = VIEW + locations;
        at = new State(initial, cells, own);
    }

    /** A state of the memory and of all threads. */
    public final class State {
        private final long[] data;
        private final Progress[] progress;

        /** The messages of each location, oldest first; then the views of the threads, and of fences and volatiles. */
        private final long[][][] known = new long[locations + 1][][];

        private final State from;
        private final Supplier<String> step;

        private State(long[] initial, long[] cells, long[][] own) {
            data = cells.clone();
            progress = new Progress[threads];
            from = null;
            step = null;
            for (int i = 0; i <= locations; i++) {
                known[i] = new long[i < locations ? 1 : threads + 1][cellsAt + (data.length * (threads + 1) + 63) / 64];
                known[i][0][VALUE] = i < locations ? initial[i] : 0;
            }
            forEachView(view -> Arrays.fill(view, cellsAt, view.length, -1));
            for (int i = 0; i < threads; i++) {
                advance(i, own[i], new long[0]);
            }
        }

        private State(State from, Supplier<String> step) {
            data = from.data.clone();
            progress = from.progress.clone();
            this.from = from;
            this.step = step;
            for (int i = 0; i <= locations; i++) {
                known[i] = from.known[i].clone();
                for (int j = 0; j < known[i].length; j++) {
                    known[i][j] = known[i][j] == null ? null : known[i][j].clone();
                }
            }
        }

        /** Returns the newest value of a location. */
        public long newest(int location) {
            return known[location][known[location].length - 1][VALUE];
        }

        public long cell(int cell) {
            return data[cell];
        }

        public long[] own(int thread) {
            return progress[thread].own;
        }

        private void forEachView(Consumer<long[]> action) {
            for (long[][] views : known) {
                for (long[] view : views) {
                    if (view != null) {
                        action.accept(view);
                    }
                }
            }
        }

        private Key key() {
            List<long[]> all = new ArrayList<>(List.of(data));
            for (Progress each : progress) {
                all.add(each.own);
                all.add(each.results);
            }
            for (long[][] views : known) {
                all.add(new long[] {views.length});
                all.addAll(Arrays.asList(views));
            }
            long a = 0;
            long b = 0;
            for (long[] each : all) {
                b += each == null ? -1 : each.length;
                for (int i = 0; each != null && i < each.length; i++) {
                    a = (a ^ each[i]) * 0x9E3779B97F4A7C15L;
                    a ^= a >>> 29;
                    b = Long.rotateLeft(b + each[i], 23) * 0xC2B2AE3D27D4EB4FL;
                    b ^= b >>> 31;
                }
            }
            return new Key(a, b);
        }

        /** Runs a thread up to its next access to a location. */
        private void advance(int thread, long[] from, long[] made) {
            Accesses accesses = new Accesses(this, thread, made);
            long[] own = from;
            try {
                long[] after = own.clone();
                while (program.operate(accesses, after)) {
                    own = after;
                    after = own.clone();
                    accesses = new Accesses(this, thread, new long[0]);
                }
                progress[thread] = new Progress(after, accesses.results, null);
                known[locations][thread] = null;
            } catch (Error e) {
                if (e != AT_ACCESS) {
                    throw e;
                }
                progress[thread] = new Progress(own, accesses.results, accesses.next);
            }
        }

        /** Drops the messages that no thread can read any more. */
        private void tidy() {
            for (int i = 0; i < locations; i++) {
                int index = VIEW + i;
                int drop = known[i].length - 1;
                for (int thread = 0; thread < threads; thread++) {
                    long[] view = known[locations][thread];
                    drop = view == null ? drop : (int) Math.min(drop, view[index]);
                }
                if (drop > 0) {
                    int dropped = drop;
                    known[i] = Arrays.copyOfRange(known[i], drop, known[i].length);
                    known[i][0][IS_UPDATE] = 0;
                    forEachView(view -> view[index] = Math.max(0, view[index] - dropped));
                }
            }
        }

        /** Adds the state after each outcome of a thread's next access. */
        private void step(int thread, Deque<State> open) {
            Access access = progress[thread].next;
            if (access.kind == Kind.FENCE) {
                open.push(after(thread, access, -1, -1));
                return;
            }
            long[][] order = known[access.location];
            int index = VIEW + access.location;
            long[] total = known[locations][access.mode == Mode.VOLATILE ? threads : thread];
            for (int i = (int) Math.max(known[locations][thread][index], total[index]); i < order.length; i++) {
                boolean isExpected = access.kind == Kind.UPDATE || order[i][VALUE] == access.expected;
                boolean stores = access.kind == Kind.STORE;
                boolean loads = access.kind == Kind.LOAD || access.kind == Kind.CAS && !isExpected;
                // Nothing comes between an update and what it has read.
                boolean hasRoom = i + 1 == order.length || order[i + 1][IS_UPDATE] == 0;
                if (loads || hasRoom && (stores || isExpected)) {
                    open.push(after(thread, access, stores ? -1 : i, loads ? -1 : i + 1));
                }
            }
        }

        private State after(int thread, Access access, int readAt, int writeAt) {
            long read = readAt < 0 ? 0 : known[access.location][readAt][VALUE];
            long written = writeAt < 0 ? 0 : access.update.applyAsLong(read);
            State to = new State(
                    this,
                    () -> "thread " + thread + ": " + access.kind + " " + access.mode + " of " + access.location
                            + (readAt < 0 ? "" : ", read " + read) + (writeAt < 0 ? "" : ", wrote " + written));
            at = to;
            long[] view = to.known[locations][thread];
            long[] total = to.known[locations][threads];
            int index = VIEW + access.location;
            if (access.kind == Kind.FENCE) {
                join(view, total);
                join(total, view);
            }
            if (readAt >= 0) {
                view[index] = Math.max(view[index], readAt);
                if (access.mode.acquires()) {
                    join(view, to.known[access.location][readAt]);
                }
            }
            if (writeAt >= 0) {
                to.write(access, view, readAt, writeAt, written);
            }
            if (access.mode == Mode.VOLATILE && access.kind != Kind.FENCE) {
                total[index] = Math.max(total[index], Math.max(readAt, writeAt));
            }
            Progress before = progress[thread];
            to.advance(thread, before.own, with(before.results, read));
            to.tidy();
            return to;
        }

        private void write(Access access, long[] view, int readAt, int writeAt, long value) {
            int index = VIEW + access.location;
            forEachView(other -> other[index] += other[index] >= writeAt ? 1 : 0);
            view[index] = writeAt;
            List<long[]> order = new ArrayList<>(Arrays.asList(known[access.location]));
            long[] message = new long[view.length];
            message[VALUE] = value;
            message[index] = writeAt;
            if (readAt >= 0) {
                // An update continues the release of what it has read.
                message[IS_UPDATE] = 1;
                join(message, order.get(readAt));
            }
            if (access.mode.compareTo(Mode.RELEASE) >= 0) {
                join(message, view);
            }
            order.add(writeAt, message);
            known[access.location] = order.toArray(long[][]::new);
        }

        private void join(long[] view, long[] other) {
            for (int i = VIEW; i < view.length; i++) {
                view[i] = i < cellsAt ? Math.max(view[i], other[i]) : view[i] | other[i];
            }
        }
    }

    private static long[] with(long[] results, long result) {
        long[] more = Arrays.copyOf(results, results.length + 1);
        more[results.length] = result;
        return more;
    }

    /** The accesses of a thread in one run of an operation. */
    public final class Accesses {
        private final State state;
        /** The number of the thread. */
        public final int thread;

        private long[] results;
        private int made;
        private Access next;

        private Accesses(State state, int thread, long[] results) {
            this.state = state;
            this.thread = thread;
            this.results = results;
        }

        public long load(int location, Mode mode) {
            return access(Kind.LOAD, location, mode, 0, null);
        }

        public void store(int location, long value, Mode mode) {
            access(Kind.STORE, location, mode, 0, old -> value);
        }

        public long getAndUpdate(int location, LongUnaryOperator update, Mode mode) {
            if (mode == Mode.TWO_ACCESSES) {
                long old = load(location, mode);
                store(location, update.applyAsLong(old), mode);
                return old;
            }
            return access(Kind.UPDATE, location, mode, 0, update);
        }

        public boolean compareAndSet(int location, long expected, long value, Mode mode) {
            if (mode == Mode.TWO_ACCESSES) {
                boolean isExpected = load(location, mode) == expected;
                store(location, isExpected ? value : expected, isExpected ? mode : Mode.NONE);
                return isExpected;
            }
            return access(Kind.CAS, location, mode, expected, old -> value) == expected;
        }

        /** Waits for a value, and replaces it at once, as a lock and a park do. */
        public void await(int location, long expected, long value) {
            access(Kind.AWAIT, location, Mode.ACQUIRE_RELEASE, expected, old -> value);
        }

        public void fence(Mode mode) {
            access(Kind.FENCE, 0, mode, 0, null);
        }

        private long access(Kind kind, int location, Mode mode, long expected, LongUnaryOperator update) {
            if (mode == Mode.NONE) {
                return 0;
            }
            if (made == results.length) {
                next = new Access(kind, location, mode, expected, update);
                throw AT_ACCESS;
            }
            return results[made++];
        }

        public long read(int cell) {
            return access(() -> {
                requireKnown(cell, 0, "reads");
                note(cell, thread + 1);
                return state.data[cell];
            });
        }

        public void write(int cell, long value) {
            access(() -> {
                for (int reader = 0; reader <= threads; reader++) {
                    requireKnown(cell, reader, "writes");
                }
                note(cell, 0);
                return state.data[cell] = value;
            });
        }

        private long access(LongSupplier cell) {
            if (made == results.length) {
                results = with(results, cell.getAsLong());
            }
            return results[made++];
        }

        /** Requires that the own view has the last write of a cell (0), or the last read of a thread (from 1). */
        private void requireKnown(int cell, int access, String what) {
            int bit = cell * (threads + 1) + access;
            if ((state.known[locations][thread][cellsAt + bit / 64] >>> bit & 1) == 0) {
                throw new AssertionError("race: thread " + thread + " " + what + " cell " + cell + ", which "
                        + (access == 0 ? "another writes" : "thread " + (access - 1) + " may still read"));
            }
        }

        /** Makes an access of this thread the last one, which no other view has. */
        private void note(int cell, int access) {
            int bit = cell * (threads + 1) + access;
            state.forEachView(view -> view[cellsAt + bit / 64] &= ~(1L << bit));
            state.known[locations][thread][cellsAt + bit / 64] |= 1L << bit;
        }
    }

    /**
     * Explores all executions, up to a number of states.
     *
     * @param end checks a state in which all threads have ended
     * @return the number of states
     * @throws AssertionError if a promise is broken, or a thread waits forever; with the steps up to there
     */
    public int explore(Consumer<State> end, int most) {
        Set<Key> seen = new HashSet<>();
        Deque<State> open = new ArrayDeque<>(List.of(at));
        try {
            while (!open.isEmpty() && seen.size() < most) {
                State from = open.pop();
                if (seen.add(from.key())) {
                    int before = open.size();
                    boolean hasEnded = true;
                    // The last one is continued first. So the first thread, which has the longest program in most
                    // models, ends soon, and a bug that it makes possible shows after a tenth of the states.
                    for (int i = threads - 1; i >= 0; i--) {
                        if (from.progress[i].next != null) {
                            hasEnded = false;
                            from.step(i, open);
                        }
                    }
                    at = from;
                    if (hasEnded) {
                        end.accept(from);
                    } else if (open.size() == before) {
                        throw new AssertionError("a thread waits forever");
                    }
                }
            }
        } catch (AssertionError broken) {
            StringBuilder steps = new StringBuilder();
            for (State state = at; state.from != null; state = state.from) {
                steps.insert(0, "\n" + state.step.get());
            }
            throw new AssertionError(broken.getMessage() + steps, broken);
        }
        return seen.size();
    }
}
