package io.github.freestep.internal.problem;

import io.github.freestep.problem.Problem;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes the reporters of problems, which go to the log or to a handler of the user. What limits and delivers problems
 * is made with the first one, because most processes never have one. Safe for use by any number of threads.
 */
public final class Problems {
    private static final Problems LOG = new Problems(null);

    /** Reports what handlers could not take. */
    static final Reporter BROKEN = LOG.of("");

    /**
     * By handler, so that all services with the same handler share one object and their problems come one after
     * another.
     */
    private static final Map<Consumer<Problem>, WeakReference<Problems>> BY_HANDLER = new WeakHashMap<>();

    /** Null for the log. */
    private final @Nullable Consumer<Problem> handler;

    /** Null until the first report. Written under the lock on this. */
    private volatile @Nullable ProblemDelivery delivery;

    private Problems(@Nullable Consumer<Problem> handler) {
        this.handler = handler;
    }

    /** Returns the object that reports to the log, which all parts of the process share. */
    public static Problems toLog() {
        return LOG;
    }

    /** Returns the object that reports to a handler, always the same one for a handler that is in use. */
    public static Problems to(Consumer<Problem> handler) {
        Objects.requireNonNull(handler, "handler must not be null; leave onProblem out, and the log gets the problems");
        synchronized (BY_HANDLER) {
            WeakReference<Problems> known = BY_HANDLER.get(handler);
            Problems same = known == null ? null : known.get();
            if (same == null) {
                same = new Problems(handler);
                BY_HANDLER.put(handler, new WeakReference<>(same));
            }
            return same;
        }
    }

    /**
     * Returns the reporter of a part, such as a service.
     *
     * @param name the name of the service; empty if it has none
     */
    public Reporter of(String name) {
        return new Reporter(this, name.isEmpty() ? "" : name + ": ");
    }

    /** Returns what takes a problem. Throws if there is no memory to make it. */
    synchronized ProblemDelivery delivery() {
        if (delivery == null) {
            delivery = new ProblemDelivery(handler);
        }
        return delivery;
    }

    /** See {@link ProblemDelivery#flush}. */
    public void flush() {
        ProblemDelivery made = delivery;
        if (made != null) {
            made.flush();
        }
    }

    @Override
    public String toString() {
        return handler == null ? "the log" : "a handler";
    }
}
