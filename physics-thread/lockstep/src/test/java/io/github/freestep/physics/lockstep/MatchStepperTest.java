package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.freestep.physics.PhysicsService;
import io.github.freestep.time.VirtualClock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class MatchStepperTest {
    private static final long MILLI = 1_000_000;

    private final VirtualClock clock = new VirtualClock(2_000 * MILLI);
    private final MatchStepper stepper = new MatchStepper(
            PhysicsService.builder(new EmptyWorld()).clock(clock).inline(), clock);

    private void passes(long millis) {
        stepper.advance();
        assertEquals((2_000 + millis) * MILLI, stepper.clock().nanoTime());
    }

    /** Otherwise the world would stay behind the match. */
    @Test
    void theTimeOfARefusedCallPassesInTheNext() {
        clock.advance(30 * MILLI);
        passes(30);
        clock.advance(20 * MILLI);
        Throwable refusal = assertThrows(
                ExecutionException.class,
                () -> CompletableFuture.supplyAsync(stepper::advance).get());
        assertInstanceOf(IllegalStateException.class, refusal.getCause());
        passes(50);
    }
}
