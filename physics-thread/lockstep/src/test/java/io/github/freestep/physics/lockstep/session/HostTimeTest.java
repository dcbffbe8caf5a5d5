package io.github.freestep.physics.lockstep.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.lockstep.EmptyWorld;
import io.github.freestep.time.VirtualClock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class HostTimeTest {
    private static final long MILLI = 1_000_000;

    private final VirtualClock clock = new VirtualClock(2_030 * MILLI);
    private final HostTime time = new HostTime(clock, 2_000 * MILLI);
    private final InlineStepper stepper =
            PhysicsService.builder(new EmptyWorld()).inline();
    private final long began = stepper.clock().nanoTime();

    private void passes(long millis) {
        time.advance(stepper);
        assertEquals(millis * MILLI, stepper.clock().nanoTime() - began);
    }

    /** Otherwise the world would stay behind the match. */
    @Test
    void theTimeOfARefusedCallPassesInTheNext() {
        passes(30);
        clock.advance(20 * MILLI);
        Throwable refusal = assertThrows(
                ExecutionException.class,
                () -> CompletableFuture.supplyAsync(() -> time.advance(stepper)).get());
        assertInstanceOf(IllegalStateException.class, refusal.getCause());
        passes(50);
    }
}
