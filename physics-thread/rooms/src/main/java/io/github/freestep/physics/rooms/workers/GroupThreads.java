package io.github.freestep.physics.rooms.workers;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.internal.Threads;
import io.github.freestep.internal.Throwables;
import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.physics.thread.DeliveryThread;
import io.github.freestep.physics.thread.RunThread;
import io.github.freestep.physics.thread.ServiceGroup;
import io.github.freestep.physics.thread.SystemRequests;
import io.github.freestep.physics.thread.ThreadedRun;
import io.github.freestep.physics.thread.WorkerSettings;
import io.github.freestep.time.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The threads of a group, and its members. Safe for use by any number of threads. */
public final class GroupThreads implements ServiceGroup {
    private static final long CLOSE_NANOS = 5_000_000_000L;

    /** How long a close waits for all services together, before each of them is waited for. */
    private static final long SOON_NANOS = 250_000_000;

    final String name;
    public final RunPool pool;
    private final NanoClock clock;

    /**
     * Services that have not ended, or that may still have open futures or running handlers, so that a close finds
     * these.
     */
    private final Set<GroupRun> members = ConcurrentHashMap.newKeySet();

    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicInteger failures = new AtomicInteger();
    private volatile String newestFailed = "";

    /** The thread that runs the callbacks of all services. */
    private final DeliveryThread callbacks;

    /** The thread that calls the event handlers of all services. */
    private final DeliveryThread handlers;

    /** The thread that sets up the worlds of all services. */
    final DeliveryThread setUps;

    /** Creates the threads, which start with their first service. */
    public GroupThreads(String name, int threads, NanoClock clock) {
        this.name = name;
        this.clock = clock;
        String prefix = name.isEmpty() ? "freestep-group-" : "freestep-" + name + "-";
        // Only one thread waits for a tick at a time, so they share the spin budget of one service.
        pool = new RunPool(
                new WorkerSettings(
                        prefix, clock, PreciseWait.DEFAULT_BUDGET_PER_MILLE, FineTimer.system(), SystemRequests.NONE),
                threads);
        callbacks = DeliveryThread.of(prefix + "callbacks", true);
        handlers = DeliveryThread.of(prefix + "events", true);
        setUps = DeliveryThread.of(prefix + "set-up", true);
        // So its thread runs only while it has tasks.
        setUps.leave();
    }

    @Override
    public NanoClock clock() {
        return clock;
    }

    @Override
    public DeliveryThread callbacks() {
        return callbacks;
    }

    @Override
    public DeliveryThread handlers() {
        return handlers;
    }

    @Override
    public RunThread thread(ThreadedRun.Settings settings) {
        return new GroupRun(settings, this);
    }

    /** Adds a service. */
    void place(GroupRun run) {
        members.removeIf(GroupRun::isQuiet);
        if (!pool.place(run, members)) {
            throw new IllegalStateException(
                    "the group must be open to start a service, was closed; build the service with another group");
        }
    }

    /** Forgets a service that has ended, unless a callback of it may still run. Needs no memory. */
    void left(GroupRun member) {
        if (member.run.hasDeliveredAll()) {
            members.remove(member);
        }
    }

    /** Counts a service that has ended with a failure. Needs no memory. */
    void failed(GroupRun member) {
        newestFailed = member.name();
        failures.incrementAndGet();
    }

    /** See {@code PhysicsGroup.health}. */
    public String health() {
        if (closed.get()) {
            return "the group was closed";
        }
        String first = null;
        int count = 0;
        int ill = 0;
        for (GroupRun member : members) {
            if (!member.hasLeft()) {
                count++;
                String sentence = member.run.sentence();
                if (!sentence.startsWith("healthy: ")) {
                    ill++;
                    first = first == null ? member.name() + ": " + sentence : first;
                }
            }
        }
        String all = count
                + (count == 1 ? " service on " : " services on ")
                + pool.threads
                + (pool.threads == 1 ? " thread" : " threads");
        int failed = failures.get();
        return (first == null ? "healthy: " + all : ill + " of " + all + " have a problem, such as " + first)
                + (failed == 0
                        ? ""
                        : "; failed since the group was opened: " + failed + ", most recently " + newestFailed);
    }

    /** Closes all services, then ends the threads. See {@code PhysicsGroup.close}. */
    public void close() {
        // A service that was placed before that is a member after it.
        pool.end();
        members.forEach(member -> member.run.requestStop());
        if (closed.compareAndSet(false, true)) {
            callbacks.leave();
            handlers.leave();
        }
        Thread caller = Thread.currentThread();
        if (serves(caller) || members.stream().anyMatch(member -> member.run.isOwnThread(caller))) {
            return;
        }
        Throwable first = closeMembers();
        pool.awaitEnd(CLOSE_NANOS);
        // A thread in a call that hangs does not end, and its service has waited for it.
        long timeoutNanos = first == null ? CLOSE_NANOS : 0;
        callbacks.awaitEnd(timeoutNanos);
        handlers.awaitEnd(timeoutNanos);
        setUps.awaitEnd(timeoutNanos);
        if (first instanceof Error error) {
            throw error;
        }
        if (first != null) {
            throw (RuntimeException) first;
        }
    }

    /**
     * Returns whether a thread serves all services of the group. A service that has had neither requests nor
     * subscriptions does not know the threads for them.
     */
    boolean serves(Thread thread) {
        return pool.serves(thread)
                || thread == callbacks.thread()
                || thread == handlers.thread()
                || thread == setUps.thread();
    }

    /**
     * Closes all services at the same time, each by a thread of its own, so the wait for services that hang does not
     * grow with their number. Before that, waits a little for all together, because such a thread then ends at once.
     *
     * @return the first exception, with the others as suppressed exceptions; or null
     */
    private @Nullable Throwable closeMembers() {
        Threads.await(() -> members.stream().allMatch(GroupRun::isQuiet), SOON_NANOS);
        Throwable first = null;
        List<CompletableFuture<Void>> closing = new ArrayList<>();
        for (GroupRun member : members) {
            try {
                // Set, because a member has a place in the group.
                closing.add(Objects.requireNonNull(member.closeAsync).get());
            } catch (Throwable t) {
                first = Throwables.firstOf(first, t);
            }
        }
        for (CompletableFuture<Void> each : closing) {
            first = Throwables.firstOf(
                    first, each.handle((nothing, failure) -> failure).join());
        }
        return first;
    }
}
