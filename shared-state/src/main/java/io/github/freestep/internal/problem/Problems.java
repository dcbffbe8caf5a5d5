package io.github.freestep.internal.problem;

import io.github.freestep.internal.SafeText;
import io.github.freestep.problem.Problem;
import io.github.freestep.problem.Problem.Kind;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reports problems to the log or to a handler of the user, without delaying the thread that has one. Safe for use by
 * any number of threads. A daemon thread calls the log or the handler, and exists only while something waits. Throws
 * nothing.
 */
public final class Problems {
    private static final Problems LOG = new Problems(Problems::log);

    /** How long a close waits for a handler that is slow or hangs. */
    private static final long FLUSH_SECONDS = 1;

    /** How long to wait for a heap that has no room for a problem. */
    private static final long FULL_HEAP_NANOS = 10_000_000;

    private final Consumer<Problem> handler;

    /** Held while the handler is called, so that it gets one problem at a time. */
    private final ReentrantLock reporting = new ReentrantLock();

    /** Guarded by the lock on this, which is held for a few instructions, and while a thread is started. */
    private final ProblemLimit waiting = new ProblemLimit();

    /** Reports what waits; null if nothing does. Guarded by the lock on this. */
    private @Nullable Thread thread;

    private Problems(Consumer<Problem> handler) {
        this.handler = handler;
    }

    /**
     * Returns the reporter to the log. All parts of the process share it, so that its limit holds for the whole log.
     */
    public static Problems toLog() {
        return LOG;
    }

    /** Returns a reporter to a handler. */
    public static Problems to(Consumer<Problem> handler) {
        return new Problems(handler);
    }

    private static void log(Problem problem) {
        // Looked up for each line: a static field would start the system's log in programs in which nothing is wrong.
        System.getLogger("io.github.freestep").log(System.Logger.Level.ERROR, problem.toString());
    }

    /**
     * Reports a problem soon.
     *
     * @param what see {@link Problem#Problem}
     */
    public synchronized void report(Kind kind, String what, Throwable cause) {
        waiting.add(kind, what, cause);
        wake();
    }

    /** Reports a failure after a second, unless it was read meanwhile. */
    public synchronized void reportUnlessRead(Kind kind, String what, Throwable cause, BooleanSupplier isRead) {
        try {
            waiting.addUnlessRead(kind, what, cause, isRead, System.nanoTime());
        } catch (OutOfMemoryError full) {
            waiting.add(kind, what, cause);
        }
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
            // Without the caller's thread locals and class loader, which the thread would keep alive.
            Thread started = new Thread(null, this::run, "freestep-problems", 0, false);
            started.setContextClassLoader(null);
            started.setDaemon(true);
            started.start();
            thread = started;
        } catch (Throwable noThread) {
            // What waits stays there.
        }
    }

    private void run() {
        long waitNanos;
        while ((waitNanos = untilNext()) != Long.MAX_VALUE) {
            if (waitNanos == 0) {
                reporting.lock();
                try {
                    deliver();
                } finally {
                    reporting.unlock();
                }
            }
            // What is still due after a delivery did not fit into the heap.
            LockSupport.parkNanos(this, Math.max(waitNanos, FULL_HEAP_NANOS));
            // With the flag set, every park would return at once.
            Thread.interrupted();
        }
    }

    /** Returns the time until a problem is due. If nothing waits, the calling thread must end. */
    private synchronized long untilNext() {
        long nanos = waiting.untilNextNanos(System.nanoTime());
        if (nanos == Long.MAX_VALUE) {
            // Under the lock, so that the next problem starts another thread.
            thread = null;
        }
        return nanos;
    }

    /**
     * Reports what is due on the calling thread, or waits until another thread has reported it. Waits at most a second,
     * because a handler may hang. For a close, after which the process may end.
     */
    public void flush() {
        boolean interrupted = false;
        boolean locked = false;
        try {
            locked = reporting.tryLock() || reporting.tryLock(FLUSH_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (locked) {
            try {
                deliver();
            } finally {
                reporting.unlock();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void deliver() {
        Problem due;
        while ((due = next()) != null) {
            try {
                handler.accept(due);
            } catch (Throwable thrown) {
                reportToLog(due, thrown);
            }
        }
    }

    private synchronized @Nullable Problem next() {
        try {
            return waiting.next(System.nanoTime());
        } catch (OutOfMemoryError full) {
            return null;
        }
    }

    @Override
    public String toString() {
        return this == LOG ? "the log" : "a handler";
    }

    /** Reports to the log a problem whose handler has thrown, because a broken handler must not hide it. */
    private void reportToLog(Problem due, Throwable thrown) {
        if (this != LOG) {
            String what = "the handler of onProblem has thrown " + SafeText.of(thrown) + " when it got this problem";
            LOG.report(due.kind(), what, due.cause());
        }
    }
}
