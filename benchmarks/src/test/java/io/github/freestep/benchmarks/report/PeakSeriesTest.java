package io.github.freestep.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PeakSeriesTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void keepsAllValuesIfTheyFit() {
        PeakSeries series = new PeakSeries(4);
        for (int i = 0; i < 4; i++) {
            series.add(i * SECOND, 10 - i);
        }
        assertArrayEquals(new double[] {0, 1, 2, 3}, series.seconds());
        assertArrayEquals(new double[] {10, 9, 8, 7}, series.values());
    }

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

    @Test
    void keepsFourDigits() {
        PeakSeries series = new PeakSeries(4);
        series.add(1_234_567_890, 0.00123456);
        series.add(2_000_040_000, 123_456);
        assertArrayEquals(new double[] {1.2346, 2}, series.seconds());
        assertArrayEquals(new double[] {0.001235, 123_500}, series.values());
        assertArrayEquals(series.seconds(), series.points().seconds());
        assertArrayEquals(series.values(), series.points().values());
    }
}
