package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.PhysicsService;
import java.util.concurrent.CompletableFuture;

/**
 * The run of one player in a match, on its own thread. It has no requests that would change the world or the time of
 * this player alone: the {@link LockstepSession} has them, and they apply to all players. Safe for use by any number of
 * threads. Only {@link #close} blocks.
 */
public final class MatchService extends RunOfMatch {
    private final PhysicsService physics;

    MatchService(PhysicsService physics) {
        super(physics);
        this.physics = physics;
    }

    /**
     * Ends the run as {@link #close} does, but on a daemon thread, and returns at once.
     *
     * @return a future that completes when {@code close} would return, and fails with what {@code close} would throw
     * @throws OutOfMemoryError if no thread can be started; the end is requested even then
     */
    public CompletableFuture<Void> closeAsync() {
        return physics.closeAsync();
    }
}
