package io.github.freestep.physics;

/**
 * Shows the load of each thread of a {@link PhysicsGroup}. Safe for use by any number of threads at any time, also after
 * the end. Neither reading nor writing allocates, locks or waits.
 */
public final class GroupMetrics {
    private final Worker[] workers;

    GroupMetrics(Worker[] workers) {
        this.workers = workers;
    }

    /**
     * The number of threads of the group.
     *
     * @return at least 1
     */
    public int workers() {
        return workers.length;
    }

    /**
     * The number of services that a thread runs.
     *
     * @param worker from 0 to {@code workers() - 1}
     * @return services that have started and not ended
     * @throws IndexOutOfBoundsException if there is no such thread
     */
    public int members(int worker) {
        return worker(worker).members();
    }

    private Worker worker(int number) {
        if (number < 0 || number >= workers.length) {
            throw new IndexOutOfBoundsException(
                    "worker must be between 0 and " + (workers.length - 1) + ", was " + number);
        }
        return workers[number];
    }
}
