package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PlannedFaultTest {
    @Test
    void plansAllKindsOneAfterTheOtherInTheDefaultRun() {
        for (long seed = 0; seed < 100; seed++) {
            List<PlannedFault> plan =
                    PlannedFault.plan(FaultKind.ofService(true), List.of("random"), 15, Seeds.of(seed));
            Set<FaultKind> kinds = plan.stream().map(PlannedFault::fault).collect(Collectors.toSet());
            assertEquals(Set.copyOf(FaultKind.ofService(true)), kinds, "seed " + seed);
            double free = 0;
            for (PlannedFault planned : plan) {
                assertTrue(planned.atSeconds() >= free + 1, "seed " + seed + ": " + plan);
                free = planned.atSeconds() + planned.seconds();
            }
            assertTrue(free <= 15, "seed " + seed + ": " + plan);
        }
    }

    @Test
    void plansTheSameForTheSameSeedAndOtherwiseForAnother() {
        List<PlannedFault> plan =
                PlannedFault.plan(FaultKind.ofService(true), List.of("random", "gc"), 30, Seeds.of(5));
        assertEquals(plan, PlannedFault.plan(FaultKind.ofService(true), List.of("random", "gc"), 30, Seeds.of(5)));
        assertNotEquals(plan, PlannedFault.plan(FaultKind.ofService(true), List.of("random", "gc"), 30, Seeds.of(6)));
    }

    /** Even if the run is shorter than the fault. */
    @Test
    void plansAFaultWithoutATimeWithinTheRun() {
        for (long seed = 0; seed < 100; seed++) {
            for (double seconds : new double[] {0.5, 1, 1.5, 20}) {
                PlannedFault gc = PlannedFault.plan(FaultKind.ofService(true), List.of("gc"), seconds, Seeds.of(seed))
                        .get(0);
                assertTrue(gc.atSeconds() >= 0 && gc.atSeconds() < seconds, gc + " in " + seconds + ", seed " + seed);
            }
        }
    }
}
