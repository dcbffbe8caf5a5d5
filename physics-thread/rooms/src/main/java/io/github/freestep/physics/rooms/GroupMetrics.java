package io.github.freestep.physics.rooms;

import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.PhysicsMetrics;
import io.github.freestep.physics.rooms.workers.RunPool;

/**
 * Shows the load of a {@link PhysicsGroup}. Safe for use by any number of threads at any time, also after the end.
 * Neither reading nor writing allocates, locks or waits.
 *
 * <pre>{@code
 * GroupMetrics load = rooms.metrics();
 * if (load.sustainedScale() < 0.95) {
 *     alarm(load.services() + " rooms are too much");
 * }
 * }</pre>
 */
public final class GroupMetrics {
    private final RunPool pool;

    GroupMetrics(RunPool pool) {
        this.pool = pool;
    }

    /**
     * The number of services that the threads of the group share.
     *
     * @return services that have started and not ended
     */
    public int services() {
        return pool.members();
    }

    /**
     * The share of their speed at which the services of the group run. It is below 1 while they together need more time
     * than the threads have. It is a factor of each service's {@link PhysicsMetrics#sustainedScale}. It does not slow
     * down services that never slip, see {@link OverloadPolicy#neverSlip}, nor those whose own steps are too long,
     * which slow down by themselves.
     *
     * @return a factor above 0; 1 if the threads keep up
     */
    public double sustainedScale() {
        return pool.load.share;
    }

    /** Returns the figures, which may belong to different moments. For logs; allocates. */
    @Override
    public String toString() {
        return "services " + services() + ", load " + pool.load.perMille + " per mille, sustained scale "
                + sustainedScale();
    }
}
