package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.FaultPolicy;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.testing.Logs;
import org.junit.jupiter.api.Test;

class StressRunTest {
    private static final long TICK_NANOS = 10_000_000;

    /** The scene was stepped before the run, and failed, so it counts more steps and failures than the service. */
    @Test
    @Logs("FAULT: the step of tick ")
    void findsCountsThatDiffer() throws Exception {
        StressRun run = Runs.ofASecond();
        try (InlineStepper stepper = PhysicsService.builder(run.stressed)
                .faultPolicy(FaultPolicy.skip())
                .inline()) {
            run.stressed.fail();
            stepper.advance(TICK_NANOS);
        }
        run.run();
        assertReported(run, Promise.FAULT, "0 steps failed, but 1 were planned to fail");
        assertReported(run, Promise.EVENT, "steps raised an event, but the service reported");
        assertReported(run, Promise.LEDGER, "ticks were stepped, but the newest is");
    }

    private static void assertReported(StressRun run, Promise promise, String text) {
        assertTrue(
                run.violations.kept().stream()
                        .anyMatch(
                                each -> each.promise() == promise && each.text().contains(text)),
                () -> promise + ": " + run.violations.kept());
    }
}
