package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.PhysicsService;

/**
 * The run of one player in a match, on its own thread. It has no requests that would change the world or the time of
 * this player alone: the {@link LockstepSession} has them, and they apply to all players. Safe for use by any number of
 * threads. Only {@link #close} blocks. See the example of {@link LockstepSession}.
 */
public final class MatchService extends RunOfMatch {
    MatchService(PhysicsService physics) {
        super(physics);
    }
}
