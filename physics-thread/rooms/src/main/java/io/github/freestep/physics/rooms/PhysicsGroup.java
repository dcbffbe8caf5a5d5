package io.github.freestep.physics.rooms;

import io.github.freestep.internal.Ranges;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.ServiceThreads;
import io.github.freestep.physics.rooms.workers.GroupThreads;
import io.github.freestep.physics.thread.SettingLimits;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.VirtualClock;
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
 * <p>The threads take turns: whichever is free steps the service that is due. While one thread is enough, the others
 * sleep. A service keeps all promises that it keeps on a thread of its own, with one limit: if all threads are in steps
 * of other services, its tick waits until one of these steps ends, but at most 0.15 s. The group then gets one more
 * thread, until the service whose step took so long has had no step of 0.1 s for 10 s.
 *
 * <p>If no other service may delay a tick, or if one thread must make all calls of the world, as engines with {@link
 * ThreadLocal}s demand, run the service without a group, on a thread of its own.
 */
@SuppressWarnings("exports") // Of the superclass, which users need not see.
public final class PhysicsGroup extends ServiceThreads implements AutoCloseable {
    private static final int MOST_THREADS = 1_024;

    private final GroupThreads threads;
    private final GroupMetrics metrics;

    private PhysicsGroup(GroupThreads threads) {
        super(threads);
        this.threads = threads;
        metrics = new GroupMetrics(threads.pool);
    }

    /**
     * Opens a group with the default settings, to be closed by the caller.
     *
     * @param threads from 1 to 1024; one for each core that the services may use
     * @return the group, an {@link AutoCloseable}; its threads start when services need them, and end with its close
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
     * Returns the load of the threads.
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
        private NanoClock clock = NanoClock.system();

        private Builder() {}

        /**
         * Sets the number of threads that run the services. Default: 1, which is enough for many small rooms: 100 of
         * them at 100 ticks a second took an eighth of a core, and a second thread made none of them cheaper.
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
         * Sets the clock of all services of the group. Default: the system's clock. A test of a whole server sets a
         * {@link VirtualClock}, so that hours of its rooms take seconds.
         *
         * @param source the clock
         * @return this
         */
        public Builder clock(NanoClock source) {
            clock = Objects.requireNonNull(source, "clock must not be null");
            return this;
        }

        /**
         * Opens the group, to be closed by the caller. Its threads start when services need them.
         *
         * @return the group, an {@link AutoCloseable}
         */
        public PhysicsGroup open() {
            return new PhysicsGroup(new GroupThreads(name, threads, clock));
        }
    }
}
