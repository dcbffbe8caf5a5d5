package io.github.freestep.physics;

import io.github.freestep.state.Bodies;

/**
 * Something to be done to the world between two ticks, by the physics thread. It should be short: the next tick waits.
 *
 * @param <T> what it gives back
 */
@FunctionalInterface
public interface ValueCommand<T> {
    /**
     * Runs on the physics thread.
     *
     * @param bodies where to spawn, remove and teleport bodies
     * @return what the future is completed with
     * @throws Exception if it fails: then the future fails with it, what was changed before stays, and the service
     *     goes on
     */
    T run(Bodies bodies) throws Exception;
}
