package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.Physics.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * However a run ends, the thread that stepped the simulation closes it, once. The tests of the table of
 * faults check this too.
 */
@Timeout(60)
class ClosingTest extends ServiceUnderTest {
    @Test
    void theSimulationIsClosedBeforeTheStatusChanges() {
        physics = builder.build();
        Status[] seen = new Status[1];
        world.closing = () -> seen[0] = physics.status();
        physics.start();
        awaitTick(2);
        physics.close();
        assertEquals(Status.RUNNING, seen[0]);
        assertEquals(Status.CLOSED, physics.status());
    }

    @Test
    void aSimulationThatWasNeverSetUpIsNotClosed() {
        physics = builder.build();
        physics.close();
        assertEquals(0, world.closes);
    }

    @Test
    void aSimulationWhoseSetUpFailsIsClosed() {
        world.settingUp = () -> sneak(new IllegalStateException("no such level"));
        physics = builder.start();
        awaitEnd();
        assertEquals(1, world.closes);
        assertTrue(physics.failure().getMessage().contains("no such level"));
    }

    @Test
    void aFailureToCloseIsReported() {
        RuntimeException cause = new IllegalStateException("stuck");
        world.closing = () -> sneak(cause);
        physics = builder.start();
        awaitTick(2);
        physics.close();
        Throwable failure = physics.failure();
        assertTrue(failure.getMessage().contains("closing the world failed"), failure.getMessage());
        assertSame(cause, failure.getCause());
        assertEquals(Status.FAILED, physics.status());
    }

    @Test
    void aFailureToCloseDoesNotHideAnEarlierFailure() {
        failInTick(5, new IllegalArgumentException("too stiff"));
        world.closing = () -> sneak(new IllegalStateException("stuck"));
        physics = builder.start();
        awaitEnd();
        PhysicsException failure = assertInstanceOf(PhysicsException.class, physics.failure());
        assertEquals(5, failure.tick());
        assertTrue(failure.getSuppressed()[0].getMessage().contains("stuck"));
    }

    @Test
    void aStepperClosesItsSimulationOnce() {
        InlineStepper stepper = stepperBuilder().inline();
        stepper.advanceTick();
        assertEquals(0, world.closes);
        stepper.close();
        stepper.close();
        assertEquals(1, world.closes);
    }

    @Test
    void aStepperClosedInAStepClosesItsSimulationAfterThatStep() {
        InlineStepper stepper = stepperBuilder().inline();
        world.during = tick -> {
            if (tick.number() == 3) {
                stepper.close();
                assertEquals(0, world.closes, "the step is still running");
            }
        };
        assertEquals(3, stepper.advance(20_000_000), "tick 3 is the last one");
        assertEquals(1, world.closes);
        stepper.close();
    }

    @Test
    void aFaultInAStepperClosesTheSimulation() {
        InlineStepper stepper = stepperBuilder().inline();
        failInTick(2, new IllegalArgumentException("too stiff"));
        world.closing = () -> sneak(new IllegalStateException("stuck"));
        PhysicsException failure = assertThrows(PhysicsException.class, () -> stepper.advance(20_000_000));
        assertEquals(2, failure.tick());
        assertTrue(failure.getSuppressed()[0].getMessage().contains("stuck"));
        assertEquals(1, world.closes);
        stepper.close();
    }

    @Test
    void aStepperWhoseSetUpFailsClosesTheSimulation() {
        world.settingUp = () -> sneak(new IllegalStateException("no such level"));
        PhysicsException failure = assertThrows(PhysicsException.class, stepperBuilder()::inline);
        assertTrue(failure.getMessage().contains("no such level"), failure.getMessage());
        assertEquals(1, world.closes);
    }

    @Test
    void aStepperFailsIfItsSimulationCanNotBeClosed() {
        world.closing = () -> sneak(new IllegalStateException("stuck"));
        InlineStepper stepper = stepperBuilder().inline();
        stepper.close();
        assertTrue(stepper.failure().getMessage().contains("closing the world failed"));
        assertEquals(Status.FAILED, stepper.status());
        stepper.close();
    }

    /** Without the group that a subclass sets. */
    private PhysicsBuilder stepperBuilder() {
        return PhysicsService.builder(world).rate(1_000).publishEvery(1).clock(clock);
    }
}
