package io.github.freestep.internal.problem;

import io.github.freestep.internal.SafeText;
import io.github.freestep.internal.SeveralFailures;
import io.github.freestep.internal.Threads;
import io.github.freestep.problem.Problem;
import io.github.freestep.problem.Problem.Kind;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Delivers problems to the log or to a handler of the user, without delaying the thread that has one. Safe for use by
 * any number of threads. A daemon thread calls the log or the handler, and exists only while something waits.
 */
final class ProblemDelivery {
    /** How long a close waits for a log or a handler that is slow or hangs. */
    private static final long FLUSH_NANOS = 1_000_000_000;

    /** The most stack traces of several services in one problem: rooms that fail at once mostly have one mistake. */
    private static final int MOST_STACKS = 16;

    /** The most different texts of several services in one problem. Of further ones, only the names follow. */
    private static final int MOST_TEXTS = 10;

    /** The longest of these texts, and the longest line of all, which no usual log cuts. */
    private static final int MOST_OF_EACH = 300;

    private static final int MOST_OF_ALL = 4_000;

    /** Null for the log. */
    private final @Nullable Consumer<Problem> handler;

    /** Guarded by the lock on this, like the fields below. It is held for a few instructions, or to start a thread. */
    private final ProblemLimit waiting = new ProblemLimit();

    /** Reports what waits; null if nothing does. */
    private @Nullable Thread thread;

    /** Whether the handler is being called, and how often it was. */
    private boolean isCalling;

    private long calls;

    /** The call for which a close has waited in vain. No other close waits for the same call. */
    private long hangingCall;

    ProblemDelivery(@Nullable Consumer<Problem> handler) {
        this.handler = handler;
    }

    /** Android has no such log, and a program may have one that cannot be linked. Neither may hide a problem. */
    private static void log(Problem problem) {
        try {
            SystemLog.write(problem);
        } catch (LinkageError missing) {
            System.err.println("io.github.freestep: " + problem);
        }
    }

    /** A class of its own, so that systems without this log can load the other one. */
    private static final class SystemLog {
        private SystemLog() {}

        static void write(Problem problem) {
            Kind kind = problem.kind();
            Level level = switch (kind) {
                case OVERLOAD_ENDED -> Level.INFO;
                case OVERLOAD, NO_ANSWER, LIKELY_MISTAKE -> Level.WARNING;
                default -> Level.ERROR;
            };
            // What is below an error was not thrown by any code, so that its stack would explain nothing.
            Throwable thrown = level == Level.ERROR ? problem.cause() : null;
            // Looked up for each line: a static field would start the log in programs in which nothing is wrong.
            System.getLogger("io.github.freestep").log(level, problem.toString(), thrown);
        }
    }

    synchronized void report(Reporter from, Kind kind, String what, Throwable cause) {
        waiting.add(from, kind, what, cause);
        wake();
    }

    synchronized void reportUnlessRead(Reporter from, Kind kind, String what, Throwable cause, BooleanSupplier isRead) {
        waiting.addUnlessRead(from, kind, what, cause, isRead, System.nanoTime());
        wake();
    }

    /**
     * Starts the thread, or lets it look again. If the system has no thread, the next report or flush delivers what
     * waits.
     */
    private void wake() {
        if (thread != null) {
            LockSupport.unpark(thread);
            return;
        }
        try {
            thread = Threads.start(this::run, "freestep-problems");
        } catch (Throwable noThread) {
            // What waits stays there.
        }
    }

    private void run() {
        try {
            for (long waitNanos = untilNext(); waitNanos != Long.MAX_VALUE; waitNanos = untilNext()) {
                if (waitNanos == 0) {
                    deliver();
                }
                LockSupport.parkNanos(this, waitNanos);
                // With the flag set, every park would return at once.
                Thread.interrupted();
            }
        } catch (OutOfMemoryError full) {
            // What waits stays there, for the next problem or close.
        } finally {
            synchronized (this) {
                if (thread == Thread.currentThread()) {
                    thread = null;
                    isCalling = false;
                }
            }
        }
    }

    /** Returns the time until a problem is due. If nothing waits, the calling thread must end. */
    synchronized long untilNext() {
        long nanos = waiting.untilNextNanos(System.nanoTime());
        if (nanos == Long.MAX_VALUE) {
            // Under the lock, so that the next problem starts another thread.
            thread = null;
        }
        return nanos;
    }

    /**
     * Waits until all that waits was reported, also what the limit would hold back, because the process may end after a
     * close. The thread reports it, so that a close calls no code of the user's. Waits at most a second, because a log
     * or a handler may hang, and not again for the same call.
     */
    void flush() {
        synchronized (this) {
            waiting.hurry(System.nanoTime());
            if (isQuiet() || Thread.currentThread() == thread || isCalling && calls == hangingCall) {
                return;
            }
            wake();
        }
        if (!Threads.await(this::isQuiet, FLUSH_NANOS)) {
            synchronized (this) {
                hangingCall = calls;
            }
        }
    }

    private synchronized boolean isQuiet() {
        return !isCalling && waiting.untilNextNanos(System.nanoTime()) > 0;
    }

    private void deliver() {
        for (List<Problem> due = next(); !due.isEmpty(); due = next()) {
            for (Problem each : joined(due)) {
                try {
                    if (handler == null) {
                        log(each);
                    } else {
                        handler.accept(each);
                    }
                } catch (Throwable thrown) {
                    reportToLog(each, thrown);
                }
            }
        }
    }

    private static List<Problem> joined(List<Problem> due) {
        try {
            return due.size() == 1 ? due : List.of(join(due));
        } catch (OutOfMemoryError full) {
            return due; // So that a full heap loses none.
        }
    }

    private synchronized List<Problem> next() {
        List<Problem> due = waiting.next(System.nanoTime());
        isCalling = !due.isEmpty();
        calls += isCalling ? 1 : 0;
        return due;
    }

    /**
     * Joins problems of several services. Must not be called under the lock, because making the texts takes a while.
     */
    private static Problem join(List<Problem> due) {
        Throwable all = new SeveralFailures(text(due));
        due.stream().limit(MOST_STACKS).forEach(each -> all.addSuppressed(each.cause()));
        long count = due.stream().mapToLong(Problem::count).sum();
        return new Problem(due.get(0).kind(), "", all, count);
    }

    /**
     * Returns the first texts of several services, of which those that are equal stand once, and the names with which
     * the others begin.
     */
    private static String text(List<Problem> due) {
        Map<String, Integer> texts = new LinkedHashMap<>();
        StringJoiner names = new StringJoiner(", ");
        int others = 0;
        for (Problem each : due) {
            String text = atMost(MOST_OF_EACH, each.message());
            if (texts.size() < MOST_TEXTS || texts.containsKey(text)) {
                texts.merge(text, 1, Integer::sum);
            } else {
                others++;
                names.add(text.split(": ", 2)[0]);
            }
        }
        StringJoiner joined = new StringJoiner(" | ", due.size() + " at once: ", "");
        texts.forEach((text, times) -> joined.add(times == 1 ? text : times + " times: " + text));
        if (others > 0) {
            joined.add("and " + others + " more of the same kind: " + names);
        }
        return atMost(MOST_OF_ALL, joined.toString());
    }

    private static String atMost(int most, String text) {
        return text.length() <= most ? text : text.substring(0, most - 4) + " ...";
    }

    /** Reports to the log a problem whose handler has thrown, because a broken handler must not hide it. */
    private void reportToLog(Problem due, Throwable thrown) {
        if (handler != null) {
            String what = "the handler of onProblem has thrown " + SafeText.of(thrown) + " when it got this problem";
            Problems.BROKEN.report(due.kind(), what, due.cause());
        }
    }
}
