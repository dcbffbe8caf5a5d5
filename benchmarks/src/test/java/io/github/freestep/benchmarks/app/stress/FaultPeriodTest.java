package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultPeriodTest {
    @Test
    void aShortRunHasAPeriodForEachStrike() {
        List<FaultPeriod> periods = FaultPeriod.of(strikes(100, 0.001));
        assertEquals(100, periods.size());
        assertEquals(new FaultPeriod(FaultKind.GC, 0, 0.0005, 1), periods.get(0));
        assertEquals("gc", periods.get(0).name());
    }

    @Test
    void aLongRunMergesNeighboursOfOneKind() {
        List<FaultDirector.Strike> strikes = strikes(10_000, 1);
        strikes.set(5_000, new FaultDirector.Strike(FaultKind.HOG, 5_000, 5_001));
        // Nothing strikes in the gap.
        strikes.subList(6_000, 7_000).clear();
        List<FaultPeriod> periods = FaultPeriod.of(strikes);
        assertEquals(
                List.of(
                        new FaultPeriod(FaultKind.GC, 0, 5_999.5, 5_999),
                        new FaultPeriod(FaultKind.HOG, 5_000, 5_001, 1),
                        new FaultPeriod(FaultKind.GC, 7_000, 9_999.5, 3_000)),
                periods);
        assertEquals("gc, 5999 times", periods.get(0).name());
    }

    @Test
    void thereAreAtMostFiftyPeriodsOfAKind() {
        List<FaultDirector.Strike> strikes = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            strikes.add(new FaultDirector.Strike(FaultKind.GC, i, i + 0.001 * (i % 900)));
        }
        assertTrue(FaultPeriod.of(strikes).size() <= 50);
    }

    private static List<FaultDirector.Strike> strikes(int count, double apartSeconds) {
        List<FaultDirector.Strike> strikes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            strikes.add(new FaultDirector.Strike(FaultKind.GC, i * apartSeconds, (i + 0.5) * apartSeconds));
        }
        return strikes;
    }
}
