package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.time.VirtualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls the passes of a run in a group as its worker does, on the thread of the test. */
@Timeout(60)
class HostedPassesTest {
    private static final long MILLI = 1_000_000;

    private final VirtualClock clock = new VirtualClock(0);
    private final Falling world = new Falling();

    @Test
    void timeBeginsWhenTheWorkerSays() {
        try (PhysicsGroup group =
                PhysicsGroup.builder().clock(clock).withoutWatchdog().open()) {
            ServiceRun run =
                    new ServiceRun(PhysicsService.builder(world).group(group).setup());
            assertFalse(run.passes.awaitsBegin(), "the world is not set up");
            assertTrue(pass(run));
            assertNotNull(world.setUpBy);
            clock.advance(2 * MILLI);
            boolean[] ran = new boolean[1];
            run.requests.submit(context -> ran[0] = true);
            assertTrue(pass(run));
            assertTrue(run.passes.awaitsBegin());
            run.passes.beginAt(3 * MILLI);
            assertTrue(pass(run));
            assertFalse(run.passes.hasBegun() || ran[0], "it is a millisecond later");
            clock.advance(MILLI);
            assertTrue(pass(run));
            long elapsed = run.core.metrics.ledger(new TimeLedger()).wallNanos();
            assertEquals(3 * MILLI, clock.nanoTime() - elapsed);
            assertTrue(run.passes.hasBegun() && ran[0]);
            run.requestStop();
            assertFalse(pass(run));
        }
    }

    private static boolean pass(ServiceRun run) {
        run.passes.turn();
        return run.passes.endPass();
    }
}
