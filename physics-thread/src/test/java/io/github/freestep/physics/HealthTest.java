package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a run says of itself in one sentence, from before its start until after its end. */
@Timeout(240)
class HealthTest extends ServiceUnderTest {
    private final CountDownLatch returns = new CountDownLatch(1);

    private void assertHealth(String begin) {
        await(() -> run().health().startsWith(begin));
        assertTrue(run().health().lines().count() == 1, run()::health);
    }

    @Test
    void itFollowsAServiceFromItsBuildToItsClose() {
        CountDownLatch isSetUp = new CountDownLatch(1);
        world.settingUp = () -> await(() -> isSetUp.getCount() == 0);
        physics = builder.build();
        assertEquals("the physics service was not started", physics.health());
        physics.start();
        assertHealth("the physics service still sets its world up");
        isSetUp.countDown();
        assertHealth("healthy: at tick ");
        physics.pause().join();
        // A pause is carried out while the figures of a tick may not be written yet.
        await(() -> run().health()
                .startsWith("healthy: paused after tick " + physics.metrics().tick() + ", whose step "));
        physics.close();
        assertEquals("the physics service was closed", physics.health());
    }

    @Test
    void aFailureIsThereWithItsPlace() {
        builder.name("room-7");
        failInTick(3, new IOException("no map"));
        start(Host.SERVICE);
        awaitFailure();
        assertHealth(
                "room-7: the step of tick 3 failed: java.io.IOException: no map, at " + HealthTest.class.getName());
        physics.close();
    }

    @Test
    void aStepThatHangsIsNamed() {
        builder.watchdog(Duration.ofMillis(20));
        world.during = tick -> await(() -> returns.getCount() == 0);
        start(Host.SERVICE);
        assertHealth("the physics service hangs: a call after tick 0 has not returned");
        returns.countDown();
        assertHealth("healthy: at tick ");
        physics.close();
    }

    @Test
    void anOverloadIsThereUntilItEnds() {
        long[] stepNanos = {15_000_000};
        builder.rate(100);
        world.during = tick -> clock.advance(stepNanos[0]);
        start(Host.SERVICE);
        assertHealth("simulation time runs at 0.6 of its speed, because a step takes 15.0 ms of 10.0 ms; do less in a");
        stepNanos[0] = 0;
        assertHealth("healthy: at tick ");
        physics.close();
    }

    @Test
    void aLongWaitForInputNamesThePlayer() {
        WaitingStage.ready(builder, tick -> tick < 3 || returns.getCount() == 0);
        start(Host.SERVICE);
        assertHealth("tick 3 has waited ");
        await(() -> physics.health().endsWith(" ms for the input of player 2"));
        returns.countDown();
        assertHealth("healthy: at tick ");
        physics.close();
    }

    @Test
    void aStepperSaysWhetherItWasClosedOrHasFailed() {
        start(Host.STEPPER);
        assertHealth("healthy: at tick 0, whose step took 0 us, with 0 faults so far");
        failInTick(1, new IOException("no map"));
        assertThrows(PhysicsException.class, () -> ((InlineStepper) run()).advanceTick());
        assertHealth("the step of tick 1 failed: java.io.IOException: no map, at ");
        Falling other = new Falling();
        InlineStepper closed = PhysicsService.builder(other).inline();
        closed.close();
        assertEquals("the stepper was closed", closed.health());
    }
}
