package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.internal.time.Timeline;
import io.github.freestep.physics.PhysicsMetrics;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import java.util.List;
import org.junit.jupiter.api.Test;

class LedgerTest {
    private final Violations violations = new Violations(3, new RunClock());

    /** The metrics of a service that has dropped nothing. */
    private final PhysicsMetrics metrics = PhysicsService.builder(Scenes.of("swarm", 1, Seeds.of(1), StepCost.NONE))
            .build()
            .metrics();

    @Test
    void acceptsALedgerThatBalances() {
        Timeline timeline = new Timeline(Ratio.of(100), 5);
        timeline.simulated(timeline.simulationOf(20));
        timeline.pause(1_000_000_000);
        timeline.resume(3_000_000_000L);
        Ledger ledger = Ledger.of(timeline, 4_000_000_001L);
        ledger.check(metrics, violations);
        assertEquals(List.of(), violations.kept());
        assertEquals(2_000_000_000, ledger.pausedNanos());
        assertEquals(4_000_000_001L - 5, ledger.elapsedNanos());
    }

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
