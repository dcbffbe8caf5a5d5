package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Looks ten times a second at ticks of 100 Hz. */
class UndisturbedSpeedTest {
    private final UndisturbedSpeed pace = new UndisturbedSpeed(0.01, 1000);
    private double seconds;
    private double ticks;

    @Test
    void reportsFullSpeed() {
        looks(40, 10);
        assertEquals(1, pace.apartFrom(List.of()), 1e-9);
        assertEquals("", UndisturbedSpeed.slowness(1));
    }

    /** One step of twelve takes 150 ms, and the service drops the backlog. */
    @Test
    void reportsLongStepsThatComeForever() {
        looks(40, 12 / 2.6);
        double seen = pace.apartFrom(List.of());
        assertEquals(0.46, seen, 0.01);
        assertEquals(
                "; apart from faults, simulation time ran at 46 % of its speed: too much load for this machine",
                UndisturbedSpeed.slowness(seen));
    }

    @Test
    void omitsTheTimeOfFaults() {
        looks(20, 10);
        looks(10, 1);
        looks(30, 10);
        FaultDirector.Strike strike = new FaultDirector.Strike(FaultKind.GC, 1.95, 2.7);
        assertEquals(1, pace.apartFrom(List.of(strike)), 1e-9);
        assertTrue(UndisturbedSpeed.isSlow(pace.apartFrom(List.of())));
    }

    /** The first 0.8 s belong to the start. */
    @Test
    void reportsNothingForLessThanASecond() {
        looks(17, 1);
        assertEquals(Double.NaN, pace.apartFrom(List.of()));
        assertEquals("", UndisturbedSpeed.slowness(Double.NaN));
        looks(3, 1);
        assertEquals(0.1, pace.apartFrom(List.of()), 1e-9);
    }

    /** At 3 Hz, the looks may see only eight of the nine ticks of three seconds at full speed. */
    @Test
    void reportsNothingForFewTicks() {
        UndisturbedSpeed rare = new UndisturbedSpeed(1 / 3.0, 1000);
        for (int i = 0; i <= 74; i++) {
            rare.look(i / 10.0, i * 3 / 10);
        }
        assertEquals(Double.NaN, rare.apartFrom(List.of()));
        rare.look(7.5, 22);
        assertEquals(1, rare.apartFrom(List.of()), 0.05);
    }

    /** At 20 Hz, two stretches of a second: the first takes 1.1 s up to the fault, the second begins 0.4 s after it. */
    @Test
    void requiresEnoughTicksPerStretch() {
        UndisturbedSpeed rare = new UndisturbedSpeed(1 / 20.0, 1000);
        FaultDirector.Strike strike = new FaultDirector.Strike(FaultKind.GC, 1.95, 2.05);
        for (int i = 0; i <= 33; i++) {
            rare.look(i / 10.0, 2 * i);
        }
        assertEquals(Double.NaN, rare.apartFrom(List.of(strike)));
        rare.look(3.4, 68);
        rare.look(3.5, 70);
        assertEquals(1, rare.apartFrom(List.of(strike)), 1e-9);
    }

    @Test
    void ignoresLooksBeyondItsRoom() {
        UndisturbedSpeed small = new UndisturbedSpeed(0.01, 2);
        for (int i = 0; i < 5; i++) {
            small.look(1 + 2 * i, i < 2 ? 200 * i : 0);
        }
        assertEquals(1, small.apartFrom(List.of()), 1e-9);
    }

    private void looks(int count, double ticksEach) {
        for (int i = 0; i < count; i++) {
            pace.look(seconds += 0.1, Math.round(ticks += ticksEach));
        }
    }
}
