package io.github.freestep.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ScaleTest {
    @Test
    void takesStepsOfOneTwoOrFiveTimesAPowerOfTen() {
        assertEquals(List.of("0", "2", "4", "6"), labels(Scale.exact(0, 7, 5)));
        assertEquals(List.of("0.0", "0.5", "1.0"), labels(Scale.exact(0, 1.2, 3)));
        assertEquals(List.of("22.0", "22.1", "22.2", "22.3"), labels(Scale.exact(22, 22.33, 4)));
        assertEquals(List.of("0", "10,000", "20,000"), labels(Scale.exact(0, 20_000, 2)));
        assertEquals(List.of("\u22120.2", "\u22120.1", "0.0", "0.1"), labels(Scale.exact(-0.2, 0.15, 4)));
    }

    @Test
    void writesLargeAndTinyValuesWithExponents() {
        assertEquals(List.of("0", "5e5", "1.0e6", "1.5e6", "2.0e6"), labels(Scale.exact(0, 2e6, 4)));
        assertEquals(List.of("0", "1e\u22126", "2e\u22126"), labels(Scale.exact(0, 2e-6, 2)));
    }

    @Test
    void endsTimeExactlyAndValuesAtTicks() {
        Scale time = Scale.exact(3, 13, 5);
        assertEquals(0, time.of(3));
        assertEquals(1, time.of(13));
        Scale values = Scale.rounded(3, 13, 5);
        assertEquals(List.of("0", "5", "10", "15"), labels(values));
        assertEquals(13 / 15.0, values.of(13), 1e-12);
    }

    @Test
    void includesZeroUnlessHalfOfTheHeightWouldBeEmpty() {
        assertEquals("0", labels(Scale.rounded(4, 10, 5)).get(0));
        assertEquals("6", labels(Scale.rounded(6, 10, 5)).get(0));
        assertEquals("0", last(labels(Scale.rounded(-10, -4, 5))));
        assertEquals("\u22126", last(labels(Scale.rounded(-10, -6, 5))));
    }

    @Test
    void marksDecadesAndTheValuesBetweenIfThereIsRoom() {
        Scale wide = Scale.logarithmic(0.5, 30_000, 6);
        assertEquals(List.of("1", "10", "100", "1,000", "10,000"), labels(wide));
        assertEquals(List.of("1", "2", "5", "10", "20"), labels(Scale.logarithmic(1.5, 15, 6)));
        assertEquals(List.of("1e\u22126", "0.001", "1", "1,000", "1e6"), labels(Scale.logarithmic(1e-6, 1e6, 4)));
        assertEquals(0, wide.of(0), "zero lies on the lower edge");
        assertEquals(0, wide.of(-3));
        assertEquals((wide.of(10) + wide.of(1000)) / 2, wide.of(100), 1e-12);
    }

    @Test
    void givesEachNineTheSameWidth() {
        Scale scale = Scale.percentiles(99.95);
        assertEquals(List.of("0", "50", "90", "99", "99.9", "99.99"), labels(scale));
        assertEquals(0.25, scale.of(90), 1e-9);
        assertEquals(0.50, scale.of(99), 1e-9);
        assertEquals(1, scale.of(100));
        assertEquals("99", last(labels(Scale.percentiles(50))), "at least two nines");
        assertEquals("99.99999", last(labels(Scale.percentiles(99.9999999))), "at most seven nines");
    }

    @Test
    void givesOneValueOrNoneAnAxis() {
        for (Scale scale : List.of(
                Scale.exact(7, 7, 5),
                Scale.exact(Double.NaN, Double.NaN, 5),
                Scale.rounded(0, 0, 5),
                Scale.rounded(1e9, Math.nextUp(1e9), 5),
                Scale.logarithmic(4, 4, 5),
                Scale.logarithmic(Double.MIN_VALUE, 1, 5),
                Scale.logarithmic(Double.NaN, Double.NaN, 5))) {
            assertTrue(scale.ticks().size() >= 2, () -> labels(scale).toString());
            double share = scale.of(7);
            assertTrue(share >= 0 && share <= 1, () -> "7 lies at " + share);
        }
        assertEquals(0.5, Scale.exact(7, 7, 5).of(7), 1e-9);
    }

    @Test
    void keepsTicksFewAscendingAndInsideAnyRange() {
        long seed = 20261120;
        Random random = Seeds.random(seed);
        for (int i = 0; i < 20_000; i++) {
            double least = random.nextGaussian() * Math.pow(10, random.nextInt(20) - 10);
            double greatest = least + Math.abs(random.nextGaussian()) * Math.pow(10, random.nextInt(20) - 10);
            int most = 1 + random.nextInt(12);
            String range = "seed " + seed + ": " + least + " to " + greatest + ", " + most;
            assertOrdered(Scale.exact(least, greatest, most), most + 1, range);
            // Moving an end to zero adds a tick, and so does rounding each end.
            assertOrdered(Scale.rounded(least, greatest, most), most + 3, range);
            assertOrdered(
                    Scale.logarithmic(Math.abs(least), Math.abs(least) + greatest - least, most), most + 4, range);
        }
    }

    private static void assertOrdered(Scale scale, int most, String range) {
        List<Scale.Tick> ticks = scale.ticks();
        assertTrue(ticks.size() <= most, () -> range + ": " + labels(scale));
        for (int i = 0; i < ticks.size(); i++) {
            double at = scale.of(ticks.get(i).value());
            double before = i == 0 ? -1 : scale.of(ticks.get(i - 1).value());
            assertTrue(at > before && at <= 1, () -> range + ": " + labels(scale));
        }
        assertEquals(ticks.size(), labels(scale).stream().distinct().count(), () -> range + ": " + labels(scale));
    }

    private static List<String> labels(Scale scale) {
        return scale.ticks().stream().map(Scale.Tick::label).toList();
    }

    private static String last(List<String> labels) {
        return labels.get(labels.size() - 1);
    }
}
