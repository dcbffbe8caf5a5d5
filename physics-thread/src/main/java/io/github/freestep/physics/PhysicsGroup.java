package io.github.freestep.physics;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.internal.Threads;
import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.physics.delivery.DeliveryThread;
import io.github.freestep.physics.workers.Balance;
import io.github.freestep.physics.workers.Run;
import io.github.freestep.physics.workers.ThreadRequests;
import io.github.freestep.physics.workers.Worker;
import io.github.freestep.physics.workers.WorkerSettings;
import io.github.freestep.physics.workers.Workers;
import io.github.freestep.time.NanoClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Runs any number of services on a fixed number of threads, such as the rooms of a game server. Safe for use by any
 * number of threads. Only {@link #close} and {@link PhysicsService#close} block.
 *
 * <pre>{@code
 * try (PhysicsGroup rooms = PhysicsGroup.open(2)) {
 *     PhysicsService room = PhysicsService.builder(world).group(rooms).name("room-7").start();
 *     ...
 * }
 * }</pre>
 *
 * <p>A service in a group keeps all promises that it keeps on a thread of its own, with one limit: a step delays the
 * ticks of the other services on the same thread for as long as it takes, or until they move to a new thread. When a
 * service starts, it gets the thread with the least load. Each thread first steps the tick that has been due for the
 * longest time.
 *
 * <p>A service may change its thread between two ticks. A thread that is busy for more than 60 % of the time hands a
 * service over to the thread with the least load, if the larger of the two loads then falls to less than 80 % of what
 * it was. At most one service of the group moves per second. All promises hold in such a move. {@link
 * PhysicsMetrics#worker} names the present thread.
 *
 * <p>One further thread sets up the worlds of all services, one after the other. It runs only while it is needed. So
 * running services wait for no set-up, however long it takes, except of a service that {@linkplain
 * PhysicsBuilder#keepThread keeps its thread}.
 *
 * <p>One thread runs the callbacks of all services, unless you set {@link Builder#callbacks}, and one calls their event
 * handlers. Each of the two starts when it is first needed. A handler that does not return delays those of the other
 * services until another thread calls these: when the {@linkplain Builder#watchdog watchdog} reports it, or when its
 * service or a delayed one is closed. A callback that does not return delays those of the other services until the
 * watchdog reports it, or until one of these is closed. An executor of {@link PhysicsBuilder#callbacks} whose {@code
 * execute} blocks delays them until one of these is closed.
 *
 * <p>If a call of one service hangs, the other services of its thread move to a new thread: see {@link
 * Builder#watchdog}. The service that hangs stays alone on its thread, and continues there if the call returns. So the
 * group has one more thread for each service that has hung.
 *
 * <p>So several threads may call the world of a service in a group, one at a time: one sets it up, another steps it,
 * and after a move a third one steps it. Some engines let only the thread that has created a world call it. For such a
 * world, set {@link PhysicsBuilder#keepThread}. If even a move after a hang is too much, run it without a group.
 *
 * <p>A service can join by {@link PhysicsService#start} and leave by {@link PhysicsService#close} at any time, also
 * from a step, a command or a callback of another service.
 */
public final class PhysicsGroup implements AutoCloseable {
    private static final int MOST_THREADS = 1_024;
    private static final long CLOSE_NANOS = 5_000_000_000L;

    /**
     * How long a close waits for all services together. After that, it closes each of the others on a thread of its
     * own.
     */
    private static final long SOON_NANOS = 250_000_000;

    final String name;
    final NanoClock clock;
    final Workers workers;

    /**
     * Services that have not ended, or that may still have open futures or running handlers, so that a close finds
     * these.
     */
    private final Set<GroupMember> members = ConcurrentHashMap.newKeySet();

    private final GroupMetrics metrics;
    private final AtomicBoolean closed = new AtomicBoolean();
    final long watchdogNanos;

    /** The user's executor for the callbacks of all services; null if a thread of the group runs them. */
    final @Nullable Executor callbackExecutor;

    /** The thread that runs the callbacks of all services that have no executor. */
    final DeliveryThread callbacks;

    /** The thread that calls the event handlers of all services. */
    final DeliveryThread handlers;

    /** The thread that sets up the worlds of all services. */
    final DeliveryThread setUps;

    private PhysicsGroup(Builder options) {
        name = options.name;
        clock = options.clock;
        Worker[] all = new Worker[options.threads];
        String prefix = name.isEmpty() ? "freestep-group-" : "freestep-" + name + "-";
        for (int i = 0; i < all.length; i++) {
            String thread = prefix + (i + 1);
            WorkerSettings settings =
                    new WorkerSettings(thread, clock, options.spinBudgetPerMille, options.timer, options.requests);
            all[i] = new Worker(null, settings);
        }
        workers = new Workers(
                new Balance(all, clock),
                () -> members.stream()
                        .map(GroupMember::run)
                        .filter(run -> !run.hasLeft())
                        .toArray(Run[]::new));
        metrics = new GroupMetrics(workers);
        callbacks = new DeliveryThread(prefix + "callbacks", true);
        handlers = new DeliveryThread(prefix + "events", true);
        setUps = new DeliveryThread(prefix + "set-up", true);
        // So its thread runs only while it has tasks.
        setUps.leave();
        callbackExecutor = options.callbacks;
        watchdogNanos = options.watchdogNanos;
    }

    /**
     * Opens a group with the default settings, to be closed by the caller.
     *
     * @param threads from 1 to 1024; one for each core that the services may use
     * @return the group, an {@link AutoCloseable}; its threads start with their first service, and end with its close
     * @throws IllegalArgumentException if the number is out of range
     */
    public static PhysicsGroup open(int threads) {
        return builder().threads(threads).open();
    }

    /**
     * Returns a builder for a group. All settings have defaults.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Returns the load of each thread.
     *
     * @return always the same metrics, safe for use by any number of threads
     */
    public GroupMetrics metrics() {
        return metrics;
    }

    /** Adds a service, and chooses the worker that will run it. */
    void place(GroupMember service) {
        members.removeIf(GroupMember::isQuiet);
        boolean placed = workers.place(chosen -> {
            service.joinAt(chosen);
            members.add(service);
        });
        if (!placed) {
            throw new IllegalStateException(
                    "the group must be open to start a service, was closed; build the service with another group");
        }
    }

    /** Forgets a service that has ended, unless a callback of it may still run. Needs no memory. */
    void left(GroupMember service) {
        if (service.hasDeliveredAll()) {
            members.remove(service);
        }
    }

    /**
     * Closes all services of the group at the same time, then ends its threads. So it waits as long as {@link
     * PhysicsService#close} does for the slowest service. Afterwards, no future of a service that has started is open,
     * and further services cannot start. If a thread of the group or of one of its services calls this, it only
     * requests the end. A second call does nothing.
     *
     * @throws PhysicsException if a service does not end in time; those of further services are suppressed exceptions.
     *     The {@link PhysicsService#failure} of a service is not thrown
     */
    @Override
    public void close() {
        // A service that was placed before that is a member after it.
        workers.end();
        members.forEach(service -> service.requestStop());
        if (closed.compareAndSet(false, true)) {
            callbacks.leave();
            handlers.leave();
        }
        if (isOwnThread(Thread.currentThread())) {
            return;
        }
        Throwable first = closeMembers();
        workers.awaitEnd(CLOSE_NANOS);
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

    private boolean isOwnThread(Thread thread) {
        return workers.runOn(thread)
                || thread == callbacks.thread()
                || thread == handlers.thread()
                || thread == setUps.thread()
                || members.stream().anyMatch(service -> service.isOwnThread(thread));
    }

    /**
     * Closes all services. Those that do not end soon are closed at the same time, each by a thread of its own, so the
     * wait for services that hang does not grow with their number.
     *
     * @return the first exception, with the others as suppressed exceptions; or null
     */
    private @Nullable Throwable closeMembers() {
        long since = System.nanoTime();
        Throwable first = null;
        List<CompletableFuture<Void>> slow = new ArrayList<>();
        for (GroupMember service : members) {
            boolean isQuiet = Threads.await(service::isQuiet, SOON_NANOS - (System.nanoTime() - since));
            try {
                if (isQuiet) {
                    service.close();
                } else {
                    slow.add(service.closeAsync());
                }
            } catch (Throwable t) {
                first = Throwables.firstOf(first, t);
            }
        }
        for (CompletableFuture<Void> closing : slow) {
            first = Throwables.firstOf(
                    first, closing.handle((nothing, failure) -> failure).join());
        }
        return first;
    }

    /** Collects the settings of a group. For one thread. */
    public static final class Builder {
        private int threads = 1;
        private String name = "";
        private int spinBudgetPerMille = PreciseWait.DEFAULT_BUDGET_PER_MILLE;
        private long watchdogNanos = SettingLimits.DEFAULT_WATCHDOG_NANOS;
        private NanoClock clock = NanoClock.system();
        private @Nullable Executor callbacks;
        /** Replaced by tests, with the timer of another system. */
        FineTimer timer = FineTimer.system();

        /** Replaced by tests, with another system. */
        ThreadRequests requests = ThreadRequests.NONE;

        private Builder() {}

        /**
         * Sets the number of threads that run the services. Default: 1.
         *
         * @param count from 1 to 1024; one for each core that the services may use
         * @return this
         * @throws IllegalArgumentException if the number is out of range
         */
        public Builder threads(int count) {
            if (count < 1 || count > MOST_THREADS) {
                throw new IllegalArgumentException("threads must be between 1 and " + MOST_THREADS + ", was " + count);
            }
            threads = count;
            return this;
        }

        /**
         * Names the group. Its threads are {@code freestep-<name>-1} and so on, {@code freestep-<name>-callbacks},
         * {@code freestep-<name>-events} and {@code freestep-<name>-set-up}. Default: no name. The threads are then
         * {@code freestep-group-1} and so on.
         *
         * @param group such as "arenas"; need not be unique
         * @return this
         * @throws IllegalArgumentException if the name is blank, or longer than 100 characters
         */
        public Builder name(String group) {
            name = SettingLimits.name(group);
            return this;
        }

        /**
         * Sets the share of a core that each thread of the group may spin in order to begin ticks on time.
         * Default: 5 thousandths. See {@link PhysicsBuilder#spinBudgetPerMille}.
         *
         * @param perMille thousandths of one core, from 0 to 1000
         * @return this
         * @throws IllegalArgumentException if the budget is out of range
         */
        public Builder spinBudgetPerMille(int perMille) {
            spinBudgetPerMille = SettingLimits.spinBudget(perMille);
            return this;
        }

        /**
         * Gives each thread that steps services a real-time priority. {@link #open} throws an exception if the system
         * refuses. See {@link PhysicsBuilder#realTime}. If a call hangs, its thread loses the priority, and the new
         * thread of the other services gets it.
         *
         * @param priority from 1 to 99
         * @return this
         * @throws IllegalArgumentException if the priority is out of range
         */
        public Builder realTime(int priority) {
            requests = requests.realTime(SettingLimits.priority(priority));
            return this;
        }

        /**
         * Sets how long a call of a service's code may take until the watchdog reports that it hangs. Default: 1 s. A
         * new thread then steps the other services of that thread. A service can have its own limit, see
         * {@link PhysicsBuilder#watchdog}.
         *
         * @param limit real time, from 10 ms to 1 h
         * @return this
         * @throws IllegalArgumentException if the limit is out of range
         */
        public Builder watchdog(Duration limit) {
            watchdogNanos = SettingLimits.watchdog(limit);
            return this;
        }

        /**
         * Switches the {@link #watchdog} off for services that do not set a limit of their own. Then a call that hangs
         * stops all services of its thread, until one of them is closed.
         *
         * @return this
         */
        public Builder withoutWatchdog() {
            watchdogNanos = SettingLimits.NO_WATCHDOG;
            return this;
        }

        /**
         * Sets the clock of all services of the group. Default: the system's clock.
         *
         * @param source the clock
         * @return this
         */
        public Builder clock(NanoClock source) {
            clock = Objects.requireNonNull(source, "clock must not be null");
            return this;
        }

        /**
         * Sets the executor that completes the futures of all services, and so runs their callbacks. Default: one
         * daemon thread of the group. The callbacks of different services may run at the same time. Everything else is
         * as {@link PhysicsBuilder#callbacks} says. A service can have its own executor.
         *
         * @param executor such as a thread pool
         * @return this
         */
        public Builder callbacks(Executor executor) {
            callbacks = Objects.requireNonNull(
                    executor, "callbacks must not be null; without a call, a thread of the group runs them");
            return this;
        }

        /**
         * Opens the group, to be closed by the caller. Its threads start with their first service.
         *
         * @return the group, an {@link AutoCloseable}
         * @throws IllegalStateException if the system refuses {@link #realTime}, or does not grant it within 5 s
         */
        public PhysicsGroup open() {
            requests.check();
            return new PhysicsGroup(this);
        }
    }
}
