package io.github.freestep.physics.rooms;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.internal.Ranges;
import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.ServiceThreads;
import io.github.freestep.physics.rooms.workers.GroupThreads;
import io.github.freestep.physics.thread.SettingLimits;
import io.github.freestep.physics.thread.SystemRequests;
import io.github.freestep.physics.thread.WorkerSettings;
import io.github.freestep.time.NanoClock;
import java.time.Duration;
import java.util.Objects;

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
 * <p>A service keeps all promises that it keeps on a thread of its own, with one limit: a step delays the ticks of
 * other services on the same thread until it ends, or until they move to another thread. Several threads may call the
 * world of a service, one at a time. {@link PhysicsBuilder#keepThread} is for engines that allow only one.
 *
 * <p>If no other service may delay a tick, run it without a group, on a thread of its own.
 */
@SuppressWarnings("exports") // Of the superclass, which users need not see.
public final class PhysicsGroup extends ServiceThreads implements AutoCloseable {
    private static final int MOST_THREADS = 1_024;

    private final GroupThreads threads;
    private final GroupMetrics metrics;

    private PhysicsGroup(GroupThreads threads) {
        super(threads);
        this.threads = threads;
        metrics = new GroupMetrics(threads.workers);
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

    /**
     * Says in one sentence what is wrong with the services of the group now. Services that have ended do not count as
     * services with a problem, but if any has failed, the end of the sentence says how many have. The call asks every
     * service, which takes some microseconds for each of them.
     *
     * @return one line of text, which begins with {@code healthy: } if nothing is wrong; otherwise, it says how many
     *     services have a problem, and gives the name and the {@link PhysicsService#health} of one of them
     */
    public String health() {
        return threads.health();
    }

    /**
     * Closes all services of the group at the same time, then ends its threads. So it waits as long as {@link
     * PhysicsService#close} does for the slowest service. Afterwards, no future of a service that has started is open,
     * and further services cannot start. If a thread of the group or of one of its services calls this, it only
     * requests the end. A second call does nothing, unless the first one has thrown an error.
     *
     * @throws PhysicsException if a service does not end in time; those of further services are suppressed exceptions.
     *     The {@link PhysicsService#failure} of a service is not thrown
     * @throws VirtualMachineError as {@link PhysicsService#close} does; call this method again in that case, too
     */
    @Override
    public void close() {
        threads.close();
    }

    /** Collects the settings of a group. For one thread. */
    public static final class Builder {
        private int threads = 1;
        private String name = "";
        private int spinBudgetPerMille = PreciseWait.DEFAULT_BUDGET_PER_MILLE;
        private long watchdogNanos = SettingLimits.DEFAULT_WATCHDOG_NANOS;
        private NanoClock clock = NanoClock.system();
        /** Replaced by tests, with the timer of another system. */
        FineTimer timer = FineTimer.system();

        /** Replaced by tests, with another system. */
        SystemRequests requests = SystemRequests.NONE;

        private Builder() {}

        /**
         * Sets the number of threads that run the services. Default: 1.
         *
         * @param count from 1 to 1024; one for each core that the services may use
         * @return this
         * @throws IllegalArgumentException if the number is out of range
         */
        public Builder threads(int count) {
            threads = Ranges.require(1, MOST_THREADS, count, "threads", "");
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
         * Sets the share of a core that the threads of the group together may spin in order to begin ticks on time.
         * Default: 5 thousandths, as for one service. With more threads than thousandths, none spins. See {@link
         * PhysicsBuilder#spinBudgetPerMille}.
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
         * new thread then steps the other services of that thread. The service that hangs stays alone on its thread,
         * and continues there if the call returns, so the group has one more thread for each service that has hung. A
         * service can have its own limit, see {@link PhysicsBuilder#watchdog}.
         *
         * <p>An event handler that does not return delays the handlers of other services until the watchdog reports it,
         * or until its service or a delayed one is closed, because another thread then calls these. A callback that
         * does not return delays the callbacks of other services until the watchdog reports it, or until one of these
         * is closed.
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
         * Opens the group, to be closed by the caller. Its threads start with their first service.
         *
         * @return the group, an {@link AutoCloseable}
         * @throws IllegalStateException if the system refuses {@link #realTime}, or does not grant it within 5 s
         */
        public PhysicsGroup open() {
            requests.check();
            WorkerSettings each = new WorkerSettings("", clock, spinBudgetPerMille / threads, timer, requests);
            return new PhysicsGroup(new GroupThreads(name, threads, each, watchdogNanos));
        }
    }
}
