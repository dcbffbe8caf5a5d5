package io.github.freestep.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ColumnTraceTest {
    @Test
    void aSpikeOfOneSampleIsKeptAmongAMillion() {
        ColumnTrace trace = new ColumnTrace();
        for (int i = 0; i < 1_000_000; i++) {
            trace.point(i / 2_500.0, i == 654_321 ? 3 : i == 123_456 ? 97 : 50 + Math.sin(i));
        }
        List<double[]> corners = Drawing.corners(trace.line());
        assertEquals(3, corners.stream().mapToDouble(c -> c[1]).min().orElseThrow());
        assertEquals(97, corners.stream().mapToDouble(c -> c[1]).max().orElseThrow());
        assertTrue(corners.size() <= 2 * 400 + 2, () -> corners.size() + " corners");
    }

    @Test
    void keepsTheExtremesOfEachColumn() {
        long seed = 7;
        Random random = Seeds.random(seed);
        double[] low = new double[50];
        double[] high = new double[50];
        Arrays.fill(low, 1e9);
        Arrays.fill(high, -1e9);
        ColumnTrace trace = new ColumnTrace();
        for (int i = 0; i < 5_000; i++) {
            int y = random.nextInt(10_000);
            trace.point(i / 100.0, y / 10.0);
            low[i / 100] = Math.min(low[i / 100], y / 10.0);
            high[i / 100] = Math.max(high[i / 100], y / 10.0);
        }
        List<double[]> corners = Drawing.corners(trace.line());
        for (int column = 0; column < 50; column++) {
            int at = column;
            for (double extreme : new double[] {low[at], high[at]}) {
                assertTrue(
                        corners.stream().anyMatch(c -> c[1] == extreme && c[0] >= at && c[0] <= at + 1),
                        "seed " + seed + ", column " + at + ": " + extreme);
            }
        }
    }

    @Test
    void keepsAllPointsIfThereAreFew() {
        assertEquals("M0,5L10,7L20,1.5", line(0, 5, 10, 7, 20, 1.5));
    }

    @Test
    void leavesAColumnAtItsLastPoint() {
        assertEquals("M0,5L10.1,5L10.2,1L10.3,9L10.4,5L20,5", line(0, 5, 10.1, 5, 10.2, 1, 10.3, 9, 10.4, 5, 20, 5));
    }

    @Test
    void breaksTheLineAtAGapAndDrawsASinglePointAsADot() {
        ColumnTrace trace = new ColumnTrace();
        trace.gap();
        trace.point(1, 1);
        trace.gap();
        trace.point(10, 2);
        trace.point(12, 3);
        trace.gap();
        trace.gap();
        trace.point(20, 4);
        assertEquals("M1,1M10,2L12,3M20,4", trace.line());
        assertEquals("M1,1h0M20,4h0", trace.dots());
    }

    @Test
    void ignoresGapsWithinAColumn() {
        ColumnTrace trace = new ColumnTrace();
        for (int i = 0; i < 100_000; i++) {
            trace.point(i / 1_000.0, i % 2);
            trace.gap();
        }
        assertTrue(trace.line().length() < 5_000, () -> trace.line().length() + " characters");
    }

    private static String line(double... points) {
        ColumnTrace trace = new ColumnTrace();
        for (int i = 0; i < points.length; i += 2) {
            trace.point(points[i], points[i + 1]);
        }
        return trace.line();
    }
}
