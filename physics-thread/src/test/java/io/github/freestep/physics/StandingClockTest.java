package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.freestep.time.NanoClock;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** A service whose clock stands still, as that of a match does in a pause. */
class StandingClockTest {
    @Test
    void commandsRunAndTheServiceCloses() {
        NanoClock clock = new NanoClock() {
            @Override
            public long nanoTime() {
                return 0;
            }

            @Override
            public void park(long nanos) {
                LockSupport.parkNanos(50_000);
            }
        };
        PhysicsService physics =
                PhysicsService.builder(new Falling()).clock(clock).start();
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            assertEquals(0, physics.call(context -> context.tick()).get());
            physics.close();
        });
        assertEquals(Physics.Status.CLOSED, physics.status());
    }
}
