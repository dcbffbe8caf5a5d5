package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.benchmarks.scenes.Walkers;
import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.FaultPolicy;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.testing.Seeds;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Logs the events of a stepper, which the test polls. */
class TickLogTest {
    private static final long TICK_NANOS = 10_000_000;

    private final Violations violations = new Violations(1, new RunClock());
    private final TickLog ticks = new TickLog(violations);
    private final StressedScene scene =
            new StressedScene(Scenes.of("swarm", 3, Seeds.of(1), StepCost.NONE), new RunClock(), PlantedFlaw.NONE);

    @Test
    void countsEveryStepAndAcceptsAPlannedFailure() {
        InlineStepper stepper = stepper(scene);
        EventReader events = stepper.events().with().capacity(64).open();
        for (int i = 1; i <= 10; i++) {
            if (i == 5) {
                scene.fail();
            }
            stepper.advance(TICK_NANOS);
            events.poll(ticks);
        }
        assertEquals(List.of(), violations.kept());
        assertEquals(10, ticks.steps());
        assertEquals(10, ticks.newestStep);
        assertEquals(9, ticks.totals().published());
        assertEquals(1, scene.failures());
        assertEquals(10, scene.ticks());
    }

    @Test
    void reportsAFailureThatWasNotPlanned() {
        InlineStepper stepper = stepper(new Failing());
        EventReader events = stepper.events().with().capacity(64).open();
        stepper.advance(TICK_NANOS);
        events.poll(ticks);
        assertEquals(1, violations.count(Promise.FAULT));
        assertEquals(1, violations.kept().get(0).tick());
        assertTrue(violations.kept().get(0).text().contains("out of order"), () -> "" + violations.kept());
    }

    @Test
    void reportsEventsThatFoundNoRoom() {
        InlineStepper stepper = stepper(scene);
        EventReader events = stepper.events().with().capacity(4).open();
        for (int i = 0; i < 4; i++) {
            stepper.advance(TICK_NANOS);
        }
        events.poll(ticks);
        stepper.advance(TICK_NANOS);
        events.poll(ticks);
        assertEquals(2, violations.count(Promise.EVENT), "reported by the ring, and seen from the step numbers");
    }

    @Test
    void returnsTheFiguresSinceThePreviousCall() {
        InlineStepper stepper = stepper(scene);
        EventReader events = stepper.events().with().capacity(64).open();
        stepper.advance(3 * TICK_NANOS);
        events.poll(ticks);
        assertEquals(3, ticks.now().steps());
        assertEquals(0, ticks.now().steps());
    }

    private static InlineStepper stepper(Simulation simulation) {
        return PhysicsService.builder(simulation)
                .faultPolicy(FaultPolicy.skip())
                .inline();
    }

    private static final class Failing extends Walkers {
        Failing() {
            super(1);
        }

        @Override
        public void step(Tick tick) {
            throw new IllegalStateException("out of order");
        }
    }
}
