package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/**
 * Three services on their own threads, under different conditions: one has late ticks and an idle reader; one stalls
 * for 20 seconds and drops that time; one runs at time scale 3 and has a fast reader.
 */
class LockstepServicesTest {
    private static final int PEERS = 3;
    private static final long TICKS = 3_000;
    private static final long STALL_NANOS = 20_000_000_000L;
    private static final long SEED = 11;

    /**
     * How far ticks may be ahead of the compared hashes, so that no subscription runs out of room on a busy machine.
     */
    private static final long LEAD = 256;

    private final Mesh mesh = new Mesh(PEERS, SEED, Mesh.NO_FLAW, (from, to, delivery) -> delivery.run());
    private final Random lateness = Seeds.random(SEED);
    private volatile boolean over;

    @Test
    void servicesUnderDifferentConditionsReachTheSameStates() {
        LockstepWorld stalling = world();
        VirtualClock clock = Clocks.patient(() -> 0);
        stalling.during = tick -> {
            clock.advance(tick == TICKS / 2 ? STALL_NANOS : 0);
            awaitHashes(tick);
        };
        PhysicsService late =
                start(0, world(), Clocks.patient(() -> lateness.nextInt(40_000_000)), OverloadPolicy.neverSlip());
        PhysicsService stalled = start(1, stalling, clock, OverloadPolicy.slip());
        PhysicsService fast = start(2, world(), Clocks.patient(() -> 0), OverloadPolicy.neverSlip());
        fast.timeScale(Ratio.of(3));
        try (late;
                stalled;
                fast;
                StateReader idle = late.states().reader();
                StateReader eager = fast.states().reader()) {
            long since = System.nanoTime();
            Await.until(idle::acquire, () -> "no state of the late service: " + late.metrics());
            while (!mesh.done(TICKS)) {
                eager.acquire();
                assertTrue(System.nanoTime() - since < 240_000_000_000L, () -> "not within four minutes: " + mesh);
                Thread.onSpinWait();
            }
            over = true;
        }
        mesh.assertAgree(0, 1, "seed " + SEED);
        mesh.assertAgree(0, 2, "seed " + SEED);
        mesh.assertAgree(1, 2, "seed " + SEED);
        assertEquals(0, late.metrics().droppedNanos());
        assertTrue(stalled.metrics().droppedNanos() > 0, "the stall was not dropped");
    }

    private LockstepWorld world() {
        LockstepWorld world = new LockstepWorld();
        world.during = this::awaitHashes;
        return world;
    }

    private void awaitHashes(long tick) {
        while (!over && !Thread.currentThread().isInterrupted() && !mesh.done(tick - LEAD)) {
            LockSupport.parkNanos(20_000);
        }
    }

    private PhysicsService start(int peer, LockstepWorld world, VirtualClock clock, OverloadPolicy overload) {
        PhysicsBuilder game = PhysicsService.builder(world.simulation())
                .overloadPolicy(overload)
                .clock(clock);
        return mesh.players[peer].start(game, mesh.comparisonsOf(peer));
    }
}
