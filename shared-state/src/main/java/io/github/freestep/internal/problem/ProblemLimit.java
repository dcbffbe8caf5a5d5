package io.github.freestep.internal.problem;

import io.github.freestep.problem.Problem;
import io.github.freestep.problem.Problem.Kind;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits how often problems are reported. A reporter's first problem of a kind is reported at once. After that, this
 * kind is reported at most once per second, with the count of those that came meanwhile. A run ends only once, so its
 * failure is always the first of its kind. Problems of one kind from several reporters are reported together, at most
 * ten times per second. Not thread-safe.
 */
final class ProblemLimit {
    static final long EVERY_NANOS = 1_000_000_000;

    /** A person cannot tell whether two lines came within this time, so it delays nothing that matters. */
    static final long TOGETHER_NANOS = 100_000_000;

    /**
     * The most failures that wait to be read, so many that a service whose commands all fail leaves room for others.
     * Further ones of that second are dropped, so the count is then too low.
     */
    static final int MOST_UNREAD = 1_024;

    /** The most closes in a second that report what waits: enough for the services of a game, and few for rooms. */
    static final int MOST_HURRIES = 5;

    // Not static: the first problem may be a full heap, and a class whose static fields fail is broken from then on.

    /** The key for problems whose own key there is no memory for, because a full heap must be reported, too. */
    private final Key full = new Key(null, Kind.RUN_FAILED);

    /** What waits or was reported lately, oldest first. */
    private final Map<Key, Waiting> waiting = new LinkedHashMap<>();

    /** By kind: when it was reported last, and whether it was. */
    private final long[] reportedNanos = new long[Kind.values().length];

    private final boolean[] anyReported = new boolean[reportedNanos.length];

    private final Deque<Unread> unread = new ArrayDeque<>();

    /** How many closes have made everything due in the second that began at {@link #hurriedNanos}. */
    private int hurries;

    private long hurriedNanos;

    private record Key(@Nullable Reporter from, Kind kind) {}

    /** The problems of a key, and when the last of them were reported. */
    private static final class Waiting {
        Kind kind = Kind.RUN_FAILED;
        String what = "";

        @Nullable Throwable newest;

        long count;
        boolean anyReported;
        long reportedNanos;

        boolean isOld(long now) {
            return count == 0 && now - reportedNanos >= EVERY_NANOS;
        }
    }

    private record Unread(
            Reporter from, Kind kind, String what, Throwable cause, BooleanSupplier isRead, long sinceNanos) {}

    ProblemLimit() {
        waiting.put(full, new Waiting());
    }

    /** Takes a problem. In a full heap, problems of several reporters may be counted together. */
    void add(Reporter from, Kind kind, String what, Throwable cause) {
        Waiting of;
        try {
            of = waiting.computeIfAbsent(new Key(from, kind), added -> new Waiting());
        } catch (OutOfMemoryError noMemory) {
            of = Objects.requireNonNull(waiting.get(full));
        }
        of.kind = kind;
        of.count++;
        of.what = what;
        of.newest = cause;
    }

    /** Takes a failure that becomes a problem only if it is not read within a second. */
    void addUnlessRead(Reporter from, Kind kind, String what, Throwable cause, BooleanSupplier isRead, long now) {
        if (unread.size() == MOST_UNREAD) {
            // Those that were handled must not displace one that nothing reads.
            unread.removeIf(each -> each.isRead.getAsBoolean());
        }
        if (unread.size() < MOST_UNREAD) {
            unread.add(new Unread(from, kind, what, cause, isRead, now));
        }
    }

    private void addOldestUnread() {
        Unread failure = unread.remove();
        if (!failure.isRead.getAsBoolean()) {
            add(failure.from, failure.kind, failure.what, failure.cause);
        }
    }

    /**
     * Makes everything that waits due now, for a close after which the process may end. For all but the ends of runs,
     * has an effect only a few times in a second, because otherwise a thousand rooms whose commands fail before they
     * close would report a thousand times.
     */
    void hurry(long now) {
        anyReported[Kind.RUN_FAILED.ordinal()] = false;
        if (hurries > 0 && now - hurriedNanos >= EVERY_NANOS) {
            hurries = 0;
        }
        if (untilNextNanos(now) == Long.MAX_VALUE || hurries == MOST_HURRIES) {
            return;
        }
        hurriedNanos = hurries == 0 ? now : hurriedNanos;
        hurries++;
        while (!unread.isEmpty()) {
            addOldestUnread();
        }
        Arrays.fill(anyReported, false);
        waiting.values().forEach(each -> each.anyReported = false);
    }

    /** Returns what to report now: problems of one kind and of different reporters, or none. */
    List<Problem> next(long now) {
        while (!unread.isEmpty() && now - unread.element().sinceNanos >= EVERY_NANOS) {
            addOldestUnread();
        }
        List<Waiting> all = waiting.values().stream()
                .filter(each -> untilDueNanos(each, now) == 0)
                .toList();
        if (all.isEmpty()) {
            return List.of();
        }
        Kind kind = all.get(0).kind;
        List<Waiting> due = all.stream().filter(each -> each.kind == kind).toList();
        List<Problem> problems = due.stream()
                .map(each -> new Problem(each.kind, each.what, Objects.requireNonNull(each.newest), each.count))
                .toList();
        // After the allocations, so that a full heap loses nothing.
        for (Waiting each : due) {
            each.newest = null;
            each.count = 0;
            each.anyReported = true;
            each.reportedNanos = now;
        }
        waiting.entrySet()
                .removeIf(each -> each.getKey() != full && each.getValue().isOld(now));
        anyReported[kind.ordinal()] = true;
        reportedNanos[kind.ordinal()] = now;
        return problems;
    }

    private long untilDueNanos(Waiting of, long now) {
        if (of.count == 0) {
            return Long.MAX_VALUE;
        }
        int kind = of.kind.ordinal();
        long alone = of.anyReported ? EVERY_NANOS - (now - of.reportedNanos) : 0;
        long together = anyReported[kind] ? TOGETHER_NANOS - (now - reportedNanos[kind]) : 0;
        return Math.max(0, Math.max(alone, together));
    }

    /** Returns the time until a problem is due; {@link Long#MAX_VALUE} if nothing waits. */
    long untilNextNanos(long now) {
        long until = unread.isEmpty() ? Long.MAX_VALUE : Math.max(0, EVERY_NANOS - (now - unread.element().sinceNanos));
        for (Waiting each : waiting.values()) {
            until = Math.min(until, untilDueNanos(each, now));
        }
        return until;
    }
}
