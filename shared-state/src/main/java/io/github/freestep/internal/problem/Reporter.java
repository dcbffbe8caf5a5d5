package io.github.freestep.internal.problem;

import io.github.freestep.problem.Problem.Kind;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reports the problems of one service, one sender or another part, which the limit counts apart. Safe for use by any
 * number of threads. Throws nothing.
 */
public final class Reporter {
    private final Problems to;

    /** What the text of a part begins with; empty without a name. */
    private final String prefix;

    /** Why a run has ended, if there was no memory to report it. */
    private @Nullable Throwable untold;

    Reporter(Problems to, String prefix) {
        this.to = to;
        this.prefix = prefix;
    }

    /**
     * Reports a problem soon.
     *
     * @param what see {@link io.github.freestep.problem.Problem#Problem}, without the name of the service
     */
    public void report(Kind kind, String what, Throwable cause) {
        try {
            to.delivery().report(this, kind, what.isEmpty() ? what : prefix + what, cause);
        } catch (Throwable noMemory) {
            // Such as for the classes, which only the first problem of a process needs.
        }
    }

    /** Reports what no code has thrown. The limit counts it apart, so that no later problem of the kind replaces it. */
    public void reportApart(Kind kind, String text) {
        Throwable cause = new IllegalStateException(prefix + text);
        cause.setStackTrace(new StackTraceElement[0]);
        new Reporter(to, prefix).report(kind, "", cause);
    }

    /**
     * Reports the failure that has ended a run. That may be a full heap, so if there is no memory for the report, the
     * next {@link #flush} repeats it.
     */
    public synchronized void runFailed(Throwable cause) {
        untold = cause;
        try {
            to.delivery().report(this, Kind.RUN_FAILED, "", cause);
            untold = null;
        } catch (Throwable noMemory) {
            // The next flush tries again.
        }
    }

    /**
     * Reports a likely mistake of the user.
     *
     * @param text what is wrong, and after a semicolon what to do
     */
    public void mistake(String text) {
        try {
            Throwable cause = new IllegalStateException(prefix + text);
            // The place is the user's line.
            cause.setStackTrace(Arrays.stream(cause.getStackTrace())
                    .filter(each -> !each.getClassName().matches("(io\\.github\\.freestep|java|jdk)\\..*"))
                    .toArray(StackTraceElement[]::new));
            report(Kind.LIKELY_MISTAKE, "", cause);
        } catch (Throwable noMemory) {
            // As above.
        }
    }

    /** Reports a failure after a second, unless it was read meanwhile. */
    public void reportUnlessRead(Kind kind, String what, Throwable cause, BooleanSupplier isRead) {
        try {
            to.delivery().reportUnlessRead(this, kind, prefix + what, cause, isRead);
        } catch (Throwable noMemory) {
            // As above.
        }
    }

    /** See {@link Problems#flush}. */
    public void flush() {
        synchronized (this) {
            if (untold != null) {
                runFailed(untold);
            }
        }
        to.flush();
    }
}
