package io.github.freestep.internal.problem;

import io.github.freestep.problem.Problem;
import io.github.freestep.problem.Problem.Kind;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits how often problems are reported: each kind at once, and then at most once in a second, with the count of those
 * that came meanwhile. Not thread-safe.
 */
final class ProblemLimit {
    static final long EVERY_NANOS = 1_000_000_000;

    /**
     * The most failures that wait to be read. Further ones of that second are dropped, so the count is then too low.
     */
    static final int MOST_UNREAD = 64;

    private static final Kind[] KINDS = Kind.values();

    private final PerKind[] kinds =
            Arrays.stream(KINDS).map(kind -> new PerKind()).toArray(PerKind[]::new);
    private final Deque<Unread> unread = new ArrayDeque<>(MOST_UNREAD);
    private boolean anyHurried;
    private long hurriedNanos;

    /** The problems of one kind that wait to be reported. Preallocated, because a full heap is a problem, too. */
    private static final class PerKind {
        String what = "";

        @Nullable Throwable newest;

        long count;
        boolean anyReported;
        long reportedNanos;

        long untilDueNanos(long now) {
            if (count == 0) {
                return Long.MAX_VALUE;
            }
            return anyReported ? Math.max(0, EVERY_NANOS - (now - reportedNanos)) : 0;
        }
    }

    private record Unread(Kind kind, String what, Throwable cause, BooleanSupplier isRead, long sinceNanos) {}

    /** Takes a problem. Allocates nothing. */
    void add(Kind kind, String what, Throwable cause) {
        PerKind of = kinds[kind.ordinal()];
        of.what = what;
        of.newest = cause;
        of.count++;
    }

    /** Takes a failure that becomes a problem only if it is not read within a second. */
    void addUnlessRead(Kind kind, String what, Throwable cause, BooleanSupplier isRead, long now) {
        if (unread.size() == MOST_UNREAD) {
            // Those that were handled must not displace one that nothing reads.
            unread.removeIf(each -> each.isRead.getAsBoolean());
        }
        if (unread.size() < MOST_UNREAD) {
            unread.add(new Unread(kind, what, cause, isRead, now));
        }
    }

    private void addOldestUnread() {
        Unread failure = unread.remove();
        if (!failure.isRead.getAsBoolean()) {
            add(failure.kind, failure.what, failure.cause);
        }
    }

    /**
     * Makes everything that waits due now, for a close after which the process may end. Has an effect only once in a
     * second, because otherwise a thousand rooms that fail and close would report a thousand times.
     */
    void hurry(long now) {
        if (untilNextNanos(now) == Long.MAX_VALUE || anyHurried && now - hurriedNanos < EVERY_NANOS) {
            return;
        }
        anyHurried = true;
        hurriedNanos = now;
        while (!unread.isEmpty()) {
            addOldestUnread();
        }
        for (PerKind each : kinds) {
            each.anyReported &= each.count == 0;
        }
    }

    /** Returns a problem to report now, or null. */
    @Nullable Problem next(long now) {
        while (!unread.isEmpty() && now - unread.element().sinceNanos >= EVERY_NANOS) {
            addOldestUnread();
        }
        for (Kind kind : KINDS) {
            PerKind of = kinds[kind.ordinal()];
            Throwable newest = of.newest;
            if (newest != null && of.untilDueNanos(now) == 0) {
                Problem due = new Problem(kind, of.what, newest, of.count);
                // After the allocation, so that a full heap loses nothing.
                of.newest = null;
                of.count = 0;
                of.anyReported = true;
                of.reportedNanos = now;
                return due;
            }
        }
        return null;
    }

    /** Returns the time until a problem is due; {@link Long#MAX_VALUE} if nothing waits. */
    long untilNextNanos(long now) {
        long until = unread.isEmpty() ? Long.MAX_VALUE : Math.max(0, EVERY_NANOS - (now - unread.element().sinceNanos));
        for (PerKind each : kinds) {
            until = Math.min(until, each.untilDueNanos(now));
        }
        return until;
    }
}
