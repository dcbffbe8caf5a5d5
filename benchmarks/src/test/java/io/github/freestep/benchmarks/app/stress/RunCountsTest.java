package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunCountsTest {
    private static final long TICK_NANOS = 10_000_000;

    @Test
    void acceptsCountsThatAgree() {
        Violations violations = new Violations(1, new RunClock());
        new RunCounts(2, 2, 90, 90, 100, 100).check(violations);
        assertEquals(List.of(), violations.kept());
    }

    @ParameterizedTest
    @CsvSource({
        "3, 2, 90, 90, 100, 100, FAULT, '3 steps failed, but 2 were planned to fail'",
        "2, 3, 90, 90, 100, 100, FAULT, '2 steps failed, but 3 were planned to fail'",
        "2, 2, 91, 90, 100, 100, EVENT, '91 steps raised an event, but the service reported 90'",
        "2, 2, 90, 91, 100, 100, EVENT, '90 steps raised an event, but the service reported 91'",
        "2, 2, 90, 90, 101, 100, LEDGER, '101 ticks were stepped, but the newest is 100'",
        "2, 2, 90, 90, 100, 101, LEDGER, '100 ticks were stepped, but the newest is 101'",
    })
    void reportsEachDifference(
            long failed,
            long planned,
            long newestStep,
            long reported,
            long stepped,
            long newest,
            Promise promise,
            String text) {
        Violations violations = new Violations(1, new RunClock());
        new RunCounts(failed, planned, newestStep, reported, stepped, newest).check(violations);
        assertEquals(1, violations.total());
        assertEquals(promise, violations.kept().get(0).promise());
        assertEquals(text, violations.kept().get(0).text());
    }

    /** The scene was stepped before the run, so it counts more steps than the service. */
    @Test
    void isCheckedAtTheEndOfARun() throws InterruptedException {
        StressOptions options = new StressOptions();
        options.world.simulation = "orbit";
        options.world.bodies = 3;
        options.view.seconds = 1;
        options.trouble.faults = List.of("none");
        StressRun run = new StressRun(options.settings(), new LiveLine(new PrintWriter(new StringWriter()), true));
        try (InlineStepper stepper = PhysicsService.builder(run.stressed).inline()) {
            stepper.advance(TICK_NANOS);
        }
        run.run();
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
