package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.FineTimer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A service keeps Windows' timer fine while it runs. */
@Timeout(240)
class FineTimerOfServiceTest extends ServiceUnderTest {
    private final FineTimer timer = new FineTimer("Windows 11");

    @BeforeEach
    void onWindows() {
        builder.timer = timer;
    }

    @Test
    void theTimerIsFineWhileTheServiceRuns() {
        physics = builder.build();
        assertNull(timer.thread(), "a service that has not started needs no fine timer");
        physics.start();
        awaitTick(1);
        assertTrue(timer.thread().isAlive());
        physics.close();
        assertNull(timer.thread());
        noThreadIsLeft();
    }
}
