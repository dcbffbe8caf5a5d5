package io.github.freestep.physics.rooms;

import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.PhysicsMetrics;
import io.github.freestep.physics.rooms.workers.Worker;
import io.github.freestep.physics.rooms.workers.Workers;
import java.util.StringJoiner;

/**
 * Shows the load of each thread of a {@link PhysicsGroup}. Safe for use by any number of threads at any time, also
 * after the end. Neither reading nor writing allocates, locks or waits. The threads that run services are numbered from
 * 0.
 *
 * <pre>{@code
 * GroupMetrics load = rooms.metrics();
 * for (int thread = 0; thread < load.threads(); thread++) {
 *     if (load.sustainedScale(thread) < 0.95) {
 *         alarm(load.services(thread) + " rooms are too much for thread " + thread);
 *     }
 * }
 * }</pre>
 */
public final class GroupMetrics {
    private final Workers workers;

    GroupMetrics(Workers workers) {
        this.workers = workers;
    }

    /**
     * The number of threads of the group.
     *
     * @return at least 1
     */
    public int threads() {
        return workers.size();
    }

    /**
     * The number of services that a thread runs.
     *
     * @param thread from 0 to {@code threads() - 1}
     * @return services that have started and not ended
     * @throws IndexOutOfBoundsException if there is no such thread
     */
    public int services(int thread) {
        return worker(thread).members();
    }

    /**
     * The share of their speed at which the services of a thread run. It is below 1 while they together need more time
     * than there is. It is a factor of each service's {@link PhysicsMetrics#sustainedScale}. It does not slow down
     * services that never slip, see {@link OverloadPolicy#neverSlip}, nor those whose own steps are too long, which
     * slow down by themselves.
     *
     * @param thread from 0 to {@code threads() - 1}
     * @return a factor above 0; 1 if the thread keeps up
     * @throws IndexOutOfBoundsException if there is no such thread
     */
    public double sustainedScale(int thread) {
        return worker(thread).load.share;
    }

    /** Returns the figures of each thread, which may belong to different moments. For logs; allocates. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner("; ");
        for (int thread = 0; thread < threads(); thread++) {
            text.add("thread " + thread + ": services " + services(thread) + ", load " + worker(thread).load.perMille
                    + " per mille, sustained scale " + sustainedScale(thread));
        }
        return text.toString();
    }

    private Worker worker(int number) {
        if (number < 0 || number >= threads()) {
            throw new IndexOutOfBoundsException("thread must be between 0 and " + (threads() - 1) + ", was " + number);
        }
        return workers.get(number);
    }
}
