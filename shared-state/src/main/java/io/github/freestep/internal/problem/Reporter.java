package io.github.freestep.internal.problem;

import io.github.freestep.problem.Problem.Kind;
import java.util.function.BooleanSupplier;

/**
 * Reports the problems of one service, one sender or another part, which the limit counts apart. Safe for use by any
 * number of threads. Throws nothing.
 */
public final class Reporter {
    private final Problems to;

    /** What the text of a part begins with; empty without a name. */
    private final String prefix;

    Reporter(Problems to, String name) {
        this.to = to;
        prefix = name.isEmpty() ? "" : name + ": ";
    }

    /**
     * Reports a problem soon.
     *
     * @param what see {@link io.github.freestep.problem.Problem#Problem}, without the name of the service
     */
    public void report(Kind kind, String what, Throwable cause) {
        to.report(this, kind, what.isEmpty() ? what : prefix + what, cause);
    }

    /** Reports a failure after a second, unless it was read meanwhile. */
    public void reportUnlessRead(Kind kind, String what, Throwable cause, BooleanSupplier isRead) {
        to.reportUnlessRead(this, kind, prefix + what, cause, isRead);
    }

    /** See {@link Problems#flush}. */
    public void flush() {
        to.flush();
    }
}
