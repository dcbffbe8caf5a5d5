package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.Physics.Status;
import io.github.freestep.testing.Logs;
import java.lang.ref.WeakReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * At most one service or stepper runs a simulation at a time. When its run has ended in any way, another can run it.
 */
@Timeout(240)
class ClaimTest {
    private final Falling world = new Falling();
    private final PhysicsBuilder builder = PhysicsService.builder(world).name("hall");

    @Test
    void aSimulationOfARunningServiceIsRefused() {
        PhysicsService second = builder.build();
        try (PhysicsService first = builder.start()) {
            assertRefused("run by thread freestep-physics-hall #", second::start);
            assertRefused(
                    "by an InlineStepper of thread " + Thread.currentThread().getName(), builder::inline);
            assertEquals(Status.RUNNING, first.status());
        }
        assertEquals(Status.NEW, second.status());
        second.start().close();
        builder.inline().close();
    }

    @Test
    void aSimulationOfAnOpenStepperIsRefused() {
        try (InlineStepper stepper = builder.inline()) {
            assertRefused("run by an InlineStepper of thread", builder::start);
            assertEquals(0, stepper.advance(0));
        }
        builder.start().close();
    }

    @Test
    @Logs("RUN_FAILED: hall: the step of tick 1 failed")
    void aFailedRunReleasesItsSimulation() {
        world.during = tick -> {
            throw new IllegalArgumentException("too stiff");
        };
        InlineStepper stepper = builder.inline();
        assertThrows(PhysicsException.class, stepper::advanceTick);
        PhysicsService service = builder.start();
        ServiceUnderTest.await(() -> service.status() == Status.FAILED);
        world.settingUp = () -> {
            throw new IllegalArgumentException("no such level");
        };
        assertThrows(PhysicsException.class, builder::inline);
        world.settingUp = () -> {};
        builder.inline().close();
        service.close();
    }

    @Test
    void aStepperThatIsGarbageReleasesItsSimulation() {
        WeakReference<InlineStepper> dropped = new WeakReference<>(builder.inline());
        ServiceUnderTest.await(() -> {
            System.gc();
            return dropped.refersTo(null);
        });
        assertNull(dropped.get());
        builder.inline().close();
    }

    private static void assertRefused(String by, Supplier<?> start) {
        String message = assertThrows(IllegalStateException.class, start::get).getMessage();
        assertTrue(message.contains(Falling.class.getName()) && message.contains(by), message);
    }
}
