package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.FaultPolicy;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.testing.Logs;
import io.github.freestep.tools.Walkers;
import org.junit.jupiter.api.Test;

/** Logs the events of a stepper, which the test polls. */
class TickLogTest {
    private static final long TICK_NANOS = 10_000_000;

    private final Violations violations = new Violations(1, new RunClock());
    private final TickLog ticks = new TickLog(violations);

    @Test
    @Logs("FAULT: the step of tick ")
    void reportsAFailureThatWasNotPlannedAndNoEventOfTheWorldsOwn() {
        InlineStepper stepper = PhysicsService.builder(new Failing())
                .faultPolicy(FaultPolicy.skip())
                .inline();
        EventReader events = stepper.events().with().capacity(64).open();
        stepper.advance(TICK_NANOS);
        events.poll(ticks);
        assertEquals(1, violations.count(Promise.FAULT));
        assertEquals(1, violations.kept().get(0).tick());
        assertTrue(violations.kept().get(0).text().contains("out of order"), () -> "" + violations.kept());
        assertEquals(0, violations.count(Promise.EVENT), "an event of the world's own");
    }

    private static final class Failing extends Walkers {
        Failing() {
            super(1);
        }

        @Override
        public void step(Tick tick) {
            tick.events().user(7, 3, 0, 0, 0, 0, 0);
            throw new IllegalStateException("out of order");
        }
    }
}
