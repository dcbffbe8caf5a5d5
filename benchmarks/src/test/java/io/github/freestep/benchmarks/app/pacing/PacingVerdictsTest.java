package io.github.freestep.benchmarks.app.pacing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class PacingVerdictsTest {
    private static final PacingRound CYCLIC =
            new PacingRound(70_000, 90_000, 0, 0, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    @Test
    void everyPromiseHoldsAtItsLimit() {
        PacingRound atLimit = new PacingRound(10_000, 90_000, 0, 0, 2, 1.5, 0, 0);
        assertEquals(
                List.of(
                        "freestep: median lateness at most 10 us: holds, 10.00 us",
                        "freestep: p99 at most that of cyclictest, 90.00 us: holds, 90.00 us",
                        "freestep: rate error 0: holds, 0 ticks",
                        "freestep: 0 bytes per tick: holds, 0.00 bytes",
                        "freestep: CPU of the whole process at most 1.50 %: holds, 1.50 %",
                        "freestep: CPU at most 2.00 %: holds, 2.00 %"),
                PacingVerdicts.of(List.of(row("freestep", 2, atLimit), row("cyclictest", Double.NaN, CYCLIC))));
    }

    @Test
    void noPromiseHoldsBeyondItsLimit() {
        PacingRound beyond = new PacingRound(10_001, 90_001, 0, 0, 2.01, 1.51, 0.01, -1);
        List<String> lines =
                PacingVerdicts.of(List.of(row("freestep", 2, beyond), row("cyclictest", Double.NaN, CYCLIC)));
        assertEquals(6, lines.size());
        assertTrue(lines.stream().allMatch(line -> line.contains("does not hold: ")), lines::toString);
    }

    @Test
    void figuresPromisedToBeZeroMustBeZeroInEveryRound() {
        PacingRound none = new PacingRound(0, 0, 0, 0, 0, 0, 0, 0);
        PacingRound one = new PacingRound(0, 0, 0, 0, 0, 0, 1, 1);
        List<String> lines = PacingVerdicts.of(List.of(row("freestep", 2, none, one, none)));
        assertTrue(lines.contains("freestep: rate error 0: does not hold: 1 ticks"), lines::toString);
        assertTrue(lines.contains("freestep: 0 bytes per tick: does not hold: 1.00 bytes"), lines::toString);
    }

    @Test
    void comparesARecordedRunWithOneThatIsNotRecorded() {
        PacingRound without = new PacingRound(1_000, 20_000, 0, 0, 0, 0, 0, 0);
        PacingRound with = new PacingRound(1_090, 22_200, 0, 0, 0, 0, 1, 0);
        List<String> lines = PacingVerdicts.of(
                List.of(row("freestep input", Double.NaN, without), row("freestep recorded", Double.NaN, with)));
        assertEquals(
                List.of(
                        "recording: moves p50 by at most 10 %: holds, +9 %, 1.00 us to 1.09 us",
                        "recording: moves p99 by at most 10 %: does not hold: +11 %, 20.00 us to 22.20 us",
                        "recording: 0 bytes per tick: does not hold: 1.00 bytes"),
                lines);
    }

    @Test
    void aLargeBudgetMustReachOneMicrosecond() {
        PacingRound atLimit = new PacingRound(1_000, 0, 0, 0, 0, 0, 0, 0);
        PacingRound beyond = new PacingRound(1_001, 0, 0, 0, 0, 0, 0, 0);
        assertEquals(
                List.of("freestep budget 20: median lateness at most 1 us: holds, 1.00 us"),
                PacingVerdicts.of(List.of(row("freestep budget 20", Double.NaN, atLimit))));
        assertEquals(
                List.of("freestep budget 20: median lateness at most 1 us: does not hold: 1.00 us"),
                PacingVerdicts.of(List.of(row("freestep budget 20", Double.NaN, beyond))));
    }

    @Test
    void aRealTimePriorityIsComparedWithTheSameOfTheKernel() {
        PacingRound beyond = new PacingRound(0, 90_001, 0, 0, 0.31, 0, 0, 0);
        assertEquals(
                List.of(
                        "freestep real time: p99 at most that of cyclictest fifo, 90.00 us: does not hold: 90.00 us",
                        "freestep real time: CPU at most 0.30 %: does not hold: 0.31 %"),
                PacingVerdicts.of(List.of(
                        row("freestep real time", 0.3, beyond),
                        row("cyclictest", Double.NaN, CYCLIC),
                        row("cyclictest fifo", Double.NaN, CYCLIC))));
    }

    @Test
    void saysNothingAboutRowsThatDidNotRun() {
        assertEquals(List.of(), PacingVerdicts.of(List.of(row("cyclictest", Double.NaN, CYCLIC))));
        assertEquals(
                List.of("freestep wait: CPU at most 3.00 %: holds, 0.00 %"),
                PacingVerdicts.of(List.of(row("freestep wait", 3, new PacingRound(0, 0, 0, 0, 0, 0, 0, 0)))));
    }

    private static PacingSummary row(String name, double cpuLimitPercent, PacingRound... rounds) {
        return new PacingSummary(name, "", cpuLimitPercent, List.of(rounds));
    }
}
