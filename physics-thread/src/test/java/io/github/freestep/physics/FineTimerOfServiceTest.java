package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.FineTimer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A service keeps Windows' timer fine while it runs, and releases it however it ends. */
@Timeout(60)
class FineTimerOfServiceTest extends ServiceUnderTest {
    private final FineTimer timer = new FineTimer("Windows 11");

    @BeforeEach
    void onWindows() {
        builder.options.timer = timer;
    }

    @Test
    void theTimerIsFineWhileTheServiceRuns() {
        physics = builder.build();
        assertNull(timer.sleeper(), "a service that has not started needs no fine timer");
        physics.start();
        awaitTick(1);
        assertTrue(timer.sleeper().isAlive());
        physics.close();
        assertNull(timer.sleeper());
        noThreadIsLeft();
    }

    @Test
    void closeReleasesTheTimerEvenIfAStepHangs() throws Exception {
        CountDownLatch hangs = new CountDownLatch(1);
        AtomicBoolean go = new AtomicBoolean();
        world.during = tick -> {
            while (!go.get()) {
                hangs.countDown();
                Thread.onSpinWait();
            }
        };
        physics = builder.closeTimeout(Duration.ofMillis(50)).start();
        assertTrue(hangs.await(30, TimeUnit.SECONDS));
        assertTrue(timer.sleeper().isAlive());
        assertThrows(PhysicsException.class, physics::close);
        assertNull(timer.sleeper());
        go.set(true);
        awaitNoThread();
    }
}
