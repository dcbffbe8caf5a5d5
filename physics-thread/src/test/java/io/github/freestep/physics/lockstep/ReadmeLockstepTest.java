package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The example of the module's README runs: up to the first tick that lacks the other player's input. */
class ReadmeLockstepTest {
    /** To a peer that does not answer. */
    private static final class Link {
        void sendInput(float[] axes) {}

        void sendHash(long tick, long hash) {}
    }

    @Test
    void itStarts() {
        PhysicsService physics = start(new LockstepWorld().simulation(), 0, new RandomAxes(1), new Link());
        physics.close();
        assertEquals(PhysicsService.Status.CLOSED, physics.status());
    }

    private static PhysicsService start(Simulation world, int me, Supplier<float[]> sticks, Link link) {
        Players players = new Players(2, me, sticks, link::sendInput);
        DesyncDetector hashes = new DesyncDetector(1_024, link::sendHash);
        PhysicsBuilder game = PhysicsService.builder(world).overloadPolicy(OverloadPolicy.neverSlip());
        PhysicsService physics = players.start(game, hashes);
        return physics;
    }
}
