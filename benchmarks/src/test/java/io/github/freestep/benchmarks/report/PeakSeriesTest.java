package io.github.freestep.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PeakSeriesTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void keepsASpikeHoweverManyValuesFollow() {
        for (int spike = 0; spike < 100; spike++) {
            PeakSeries series = new PeakSeries(8);
            for (int i = 0; i < 100; i++) {
                series.add(i * SECOND, i == spike ? 5 : 1);
            }
            double[] values = series.values();
            double[] seconds = series.seconds();
            assertTrue(values.length <= 8 && values.length > 3, "values, with room for 8: " + values.length);
            int at = 0;
            while (values[at] != 5) {
                at++;
            }
            assertEquals(spike, seconds[at]);
            double[] sorted = seconds.clone();
            Arrays.sort(sorted);
            assertArrayEquals(sorted, seconds, "in the order of time");
            assertEquals(5 + values.length - 1, Arrays.stream(values).sum());
        }
    }
}
