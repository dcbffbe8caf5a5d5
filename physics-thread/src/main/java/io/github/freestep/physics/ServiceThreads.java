package io.github.freestep.physics;

import io.github.freestep.internal.HasInside;
import io.github.freestep.physics.thread.ServiceGroup;

/**
 * Threads that step several services together, for {@link PhysicsBuilder#group}. The artifact {@code freestep-rooms}
 * has them: its {@code PhysicsGroup} runs the rooms of a game server on a fixed number of threads. A service without
 * them has a thread of its own. Users cannot implement this class. See the example of {@code PhysicsGroup}.
 */
@SuppressWarnings("exports") // Of the superclass, which users need not see.
public abstract class ServiceThreads extends HasInside<ServiceGroup> {
    /**
     * Creates the threads.
     *
     * @param threads the threads as a service sees them
     */
    protected ServiceThreads(ServiceGroup threads) {
        super(threads);
    }
}
