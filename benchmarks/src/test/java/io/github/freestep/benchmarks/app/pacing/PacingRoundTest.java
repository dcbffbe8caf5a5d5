package io.github.freestep.benchmarks.app.pacing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PacingRoundTest {
    @Test
    void percentilesAreMeasuredValues() {
        long[] thousand = LongStream.rangeClosed(1, 1_000).map(i -> 1_001 - i).toArray();
        PacingRound round = PacingRound.of(thousand, 0, 0, 0, 0);
        assertEquals(500, round.p50Nanos());
        assertEquals(990, round.p99Nanos());
        assertEquals(999, round.p999Nanos());
        assertEquals(1_000, round.maxNanos());
        assertEquals(1_000, thousand[0], "the input keeps its order");
    }

    @Test
    void roundsTheRankOfAPercentileUp() {
        assertEquals(7, PacingRound.percentile(new long[] {7}, 500));
        assertEquals(2, PacingRound.percentile(new long[] {1, 2, 3}, 500));
        assertEquals(3, PacingRound.percentile(new long[] {1, 2, 3}, 990));
        long[] fiveHundred = LongStream.rangeClosed(1, 500).toArray();
        assertEquals(495, PacingRound.percentile(fiveHundred, 990));
        assertEquals(500, PacingRound.percentile(fiveHundred, 999));
    }

    @Test
    void aSummaryHasTheMedianTheSpreadAndTheWorstRound() {
        PacingSummary odd = summary(30, 10, 20);
        assertEquals(20, odd.median(PacingRound::p50Nanos));
        assertEquals(10, odd.least(PacingRound::p50Nanos));
        assertEquals(30, odd.most(PacingRound::p50Nanos));
        assertEquals(15, summary(10, 20).median(PacingRound::p50Nanos));
        assertEquals(-3, summary(2, -3, 1).worst(PacingRound::p50Nanos));
        assertEquals(3, summary(-2, 3, 1).worst(PacingRound::p50Nanos));
    }

    @Test
    void readsEveryLatenessFromAHistogramOfCyclictest() throws Exception {
        String out = String.join(
                "\n",
                "# /dev/cpu_dma_latency set to 0us",
                "# Histogram",
                "000000 000000",
                "000019 000002",
                "000067 000001",
                "# Total: 000000003",
                "# Min Latencies: 00019",
                "# Avg Latencies: 00085",
                "# Max Latencies: 02489",
                "# Histogram Overflows: 00001",
                "# Histogram Overflow at cycle number:",
                "# Thread 0: 00122",
                "");
        assertArrayEquals(new long[] {19_000, 19_000, 67_000, 2_489_000}, CyclictestPacer.parse(out));
    }

    @Test
    void refusesOutputWithoutAHistogram() {
        Exception noMaximum = assertThrowsIo("000019 000002\n");
        assertTrue(noMaximum.getMessage().contains("Max Latencies"), noMaximum::getMessage);
        Exception empty = assertThrowsIo("000019 000000\n# Max Latencies: 00000\n# Histogram Overflows: 00000\n");
        assertTrue(empty.getMessage().contains("empty"), empty::getMessage);
    }

    private static Exception assertThrowsIo(String out) {
        return assertThrows(IOException.class, () -> CyclictestPacer.parse(out));
    }

    private static PacingSummary summary(long... p50s) {
        List<PacingRound> rounds = LongStream.of(p50s)
                .mapToObj(p50 -> new PacingRound(p50, 0, 0, 0, 0, 0, 0, 0))
                .toList();
        return new PacingSummary("any", "", Double.NaN, rounds);
    }
}
