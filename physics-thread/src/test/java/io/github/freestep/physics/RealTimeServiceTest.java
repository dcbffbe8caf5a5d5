package io.github.freestep.physics;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.physics.Physics.Status;
import io.github.freestep.physics.thread.FakeSystem;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A service has its requests while it runs, and returns them at its end. Uses a fake system. */
@Timeout(240)
class RealTimeServiceTest extends ServiceUnderTest {
    private final FakeSystem system = new FakeSystem();
    private volatile Thread ran;
    private final Gate gate = new Gate();

    @BeforeEach
    void onAnotherSystem() {
        builder.requests = system.requests();
        world.settingUp = () -> ran = Thread.currentThread();
    }

    @AfterEach
    void nothingIsLeft() {
        gate.open();
        if (ran != null) {
            assertEquals(0, system.priority(ran));
        }
    }

    @Test
    void theThreadHasWhatWasRequestedUntilTheEnd() {
        physics = builder.realTime(50).cpu(1).build();
        physics.start();
        awaitTick(1);
        assertEquals(50, system.priority(ran));
        assertEquals(1, system.processor(ran));
        physics.close();
    }

    @Test
    void aRefusedServiceStaysNewAndCanStartLater() {
        physics = builder.realTime(50).build();
        system.refusal = "the limit is 0";
        refusedWith("the limit is 0", IllegalStateException.class, physics::start);
        assertEquals(Status.NEW, physics.status());
        noThreadIsLeft();
        system.refusal = null;
        physics.start();
        awaitTick(1);
        physics.close();
    }

    @Test
    void aFailedServiceGivesAllBack() {
        failInTick(3, new IllegalArgumentException("too stiff"));
        physics = builder.realTime(50).start();
        awaitEnd();
    }

    @Test
    void closeTakesThePriorityAndTheFineTimerFromAThreadThatHangs() throws Exception {
        FineTimer timer = new FineTimer("Windows 11");
        builder.timer = timer;
        world.during = tick -> gate.hang();
        physics = builder.realTime(50).closeTimeout(Duration.ofMillis(50)).start();

        gate.awaitEntered();
        assertEquals(50, system.priority(ran));
        assertTrue(timer.thread().isAlive());
        assertThrows(PhysicsException.class, physics::close);
        assertTrue(ran.isAlive());
        assertNull(timer.thread());
        assertEquals(0, system.priority(ran));
        gate.open();
        awaitNoThread();
    }
}
