package io.github.freestep.benchmarks.app.pacing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.scenes.StepCost;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServicesVerdictsTest {
    private static final ServicesPlan ROOMS = plan(100, 100, "0us");
    private static final ServicesRound OWN = round(1, 1_000, 30_000, 0, 2);

    @Test
    void everyGoalIsReachedAtItsLimit() {
        ServicesRound one = round(1.05, 1_050, 30_000, 0, 2);
        ServicesRound many = round(12, 1_000, 90_000, 0, 9);
        assertEquals(
                List.of(
                        "group of one: CPU at most 5 % above that of a service with its own thread: holds, +5.0 %",
                        "group of one: p50 at most 5 % above that of a service with its own thread: holds, +5.0 %",
                        "2 workers: CPU at most 12 %: holds, 12.00 %",
                        "2 workers: p99 at most 3 times that of a service with its own thread, 90.0 us: holds, 90.0 us",
                        "2 workers: no tick lost: holds, 0 ticks",
                        "2 workers: fewer than 10 threads: holds, 9",
                        "2 workers: less than 64 kB of heap per service: holds, 63.0 kB"),
                ServicesVerdicts.of(ROOMS, rows(ROOMS, OWN, one, many)));
    }

    @Test
    void noGoalIsReachedBeyondItsLimit() {
        ServicesRound one = round(1.06, 1_060, 30_000, 0, 2);
        ServicesRound many = new ServicesRound(12.01, 1_000, 90_001, 0, 0, 1, 100, 10, 65_536);
        List<String> lines = ServicesVerdicts.of(ROOMS, rows(ROOMS, OWN, one, many));
        assertEquals(7, lines.size());
        assertTrue(lines.stream().allMatch(line -> line.contains("does not hold: ")), lines::toString);
    }

    @Test
    void aHeavyServiceMayDelayTheOthersByOneOfItsSteps() {
        ServicesPlan heavy = plan(100, 100, "5ms");
        List<String> lines = ServicesVerdicts.of(heavy, rows(heavy, OWN, OWN, round(60, 0, 6_000_000, 0, 5)));
        assertTrue(
                lines.contains("2 workers: p99 of the light services at most 6.00 ms: holds, 6.00 ms"),
                lines::toString);
        assertTrue(lines.contains("2 workers: no tick of the light services lost: holds, 0 ticks"), lines::toString);
        assertTrue(lines.stream().noneMatch(line -> line.contains("2 workers: CPU")), lines::toString);
        lines = ServicesVerdicts.of(heavy, rows(heavy, OWN, OWN, round(60, 0, 6_000_001, 0, 5)));
        assertTrue(
                lines.contains("2 workers: p99 of the light services at most 6.00 ms: does not hold: 6.00 ms"),
                lines::toString);
    }

    @Test
    void theGoalOfProcessorTimeIsThatOfTheNumberAndTheRate() {
        ServicesPlan thousand = plan(1_000, 20, "0us");
        ServicesRound many = round(29, 0, 0, 0, 5);
        List<String> lines = ServicesVerdicts.of(thousand, rows(thousand, OWN, OWN, many));
        assertTrue(lines.contains("2 workers: CPU at most 30 %: holds, 29.00 %"), lines::toString);
        ServicesPlan other = plan(100, 50, "0us");
        lines = ServicesVerdicts.of(other, rows(other, OWN, OWN, many));
        assertTrue(lines.stream().noneMatch(line -> line.contains("2 workers: CPU")), lines::toString);
    }

    @Test
    void aTickLostInOneRoundIsLost() {
        ServicesRound good = round(1, 0, 0, 0, 5);
        ServicesSummary many = new ServicesSummary(ROOMS.rows().get(2), List.of(good, round(1, 0, 0, 7, 5), good));
        List<String> lines = ServicesVerdicts.of(ROOMS, List.of(many));
        assertTrue(lines.contains("2 workers: no tick lost: does not hold: 7 ticks"), lines::toString);
    }

    @Test
    void comparesTheRowsOfEachRound() {
        ServicesSummary own = summary(0, round(1, 0, 0, 0, 1), round(10, 0, 0, 0, 1), round(2, 0, 0, 0, 1));
        ServicesSummary one = summary(1, round(2, 0, 0, 0, 1), round(10, 0, 0, 0, 1), round(4, 0, 0, 0, 1));
        assertEquals(2, one.medianRatio(ServicesRound::cpuPercent, own), "not the ratio of the medians, 4 to 2");
        assertEquals(4, one.median(ServicesRound::cpuPercent));
    }

    @Test
    void countsTicksThatWereDroppedOrNeverBecameDue() {
        assertEquals(0, TickCount.lost(0, 1e9, 100, 100));
        assertEquals(0, TickCount.lost(0, 1e9, 99, 100), "the ledger may be one tick ahead of the number");
        assertEquals(2, TickCount.lost(0, 1e9, 98, 100));
        assertEquals(3, TickCount.lost(25e6, 1e9, 101, 100), "2.5 ticks");
        assertEquals(53, TickCount.lost(30e6, 1e9, 50, 100));
    }

    private static ServicesPlan plan(int services, int rate, String heavy) {
        return new ServicesPlan(services, List.of(2), rate, 16, StepCost.parse(heavy));
    }

    private static ServicesRound round(double cpu, long p50, long p99, long lost, int threads) {
        return new ServicesRound(cpu, p50, p99, p99, p99, lost, 100, threads, 63 * 1_024);
    }

    private static List<ServicesSummary> rows(ServicesPlan plan, ServicesRound... rounds) {
        return Arrays.stream(new int[] {0, 1, 2})
                .mapToObj(i -> new ServicesSummary(plan.rows().get(i), List.of(rounds[i])))
                .toList();
    }

    private static ServicesSummary summary(int row, ServicesRound... rounds) {
        return new ServicesSummary(ROOMS.rows().get(row), List.of(rounds));
    }
}
