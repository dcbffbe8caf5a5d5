package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.PhysicsMetrics;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.testing.Seeds;
import org.junit.jupiter.api.Test;

class LedgerTest {
    private final Violations violations = new Violations(3, new RunClock());

    /** The metrics of a service that has dropped nothing. */
    private final PhysicsMetrics metrics = PhysicsService.builder(Scenes.of("swarm", 1, Seeds.of(1), StepCost.NONE))
            .build()
            .metrics();

    @Test
    void findsADifferenceOfANanosecond() {
        new Ledger(1_001, 600, 300, 0, 100).check(metrics, violations);
        assertEquals(1, violations.count(Promise.LEDGER));
        assertTrue(violations.kept().get(0).text().contains("off by 1 ns"), () -> "" + violations.kept());
    }

    @Test
    void requiresDroppedTimeToBeReported() {
        new Ledger(1_000, 600, 300, 100, 0).check(metrics, violations);
        assertEquals(1, violations.count(Promise.LEDGER), "not in the metrics");
    }
}
