package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Logs;
import org.junit.jupiter.api.Test;

/** A body that was spawned and not written fails its tick, as any other fault of a write does. */
class UnwrittenSpawnTest {
    private static final int NEW = 3;

    private boolean writesNew;

    private final Simulation world = new Falling() {
        @Override
        public void write(StateWriter state) {
            state.position(0, 0, 0, 0);
            if (writesNew) {
                state.position(NEW, 1, 2, 3);
            }
        }
    };

    private final PhysicsBuilder builder = PhysicsService.builder(world);

    @Test
    @Logs("FAULT: writing the state of tick ")
    void aPolicyThatSkipsGoesOnUntilTheBodyIsWritten() {
        try (InlineStepper stepper = builder.faultPolicy(FaultPolicy.skip()).inline();
                StateReader reader = stepper.states().reader()) {
            stepper.call(PhysicsContext::bodies).join().spawn(NEW);
            stepper.advanceTick();
            stepper.advanceTick();
            assertEquals(2, stepper.metrics().faults());
            writesNew = true;
            stepper.advanceTick();
            assertEquals(2, stepper.metrics().faults());
            assertTrue(reader.acquire());
            assertTrue(reader.state(0).isAlive(NEW));
            assertEquals(2, reader.state(0).y()[NEW]);
        }
    }

    @Test
    void theFailureNamesTheBody() {
        InlineStepper stepper = builder.inline();
        stepper.call(PhysicsContext::bodies).join().spawn(NEW);
        PhysicsException failure = assertThrows(PhysicsException.class, stepper::advanceTick);
        assertTrue(failure.getCause().getMessage().contains("body in slot " + NEW + " was spawned"), failure::toString);
        stepper.close();
    }
}
