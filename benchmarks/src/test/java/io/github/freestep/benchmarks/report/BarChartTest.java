package io.github.freestep.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class BarChartTest {
    private static final Pattern BAR = Pattern.compile("class=\"bar (s[12])\" d=\"M[\\d.]+,[\\d.]+h([\\d.]+)v");

    private static BarChart chart() {
        return new BarChart("judder, %")
                .bar("ours", 1, "1 %", true)
                .bar("theirs", 4, "4 %", false)
                .bar("none", Double.NaN, "-", false)
                .bar("zero", 0, "0 %", false);
    }

    @Test
    void barsAreAsLongAsTheirValues() {
        for (int width : new int[] {Chart.WIDE, Chart.NARROW}) {
            Matcher bars = BAR.matcher(chart().svg(width));
            List<Double> lengths = new ArrayList<>();
            List<String> colours = new ArrayList<>();
            while (bars.find()) {
                colours.add(bars.group(1));
                lengths.add(Double.valueOf(bars.group(2)));
            }
            assertEquals(List.of("s2", "s1"), colours, "no bar for zero or nothing");
            assertEquals(4 * lengths.get(0), lengths.get(1), 0.5);
            assertTrue(lengths.get(1) < width);
        }
    }

    @Test
    void theTextNamesEveryRow() {
        String svg = chart().svg(Chart.WIDE);
        assertTrue(svg.contains("Bars of judder, %. ours: 1 %; theirs: 4 %; none: -; zero: 0 %."), svg);
        assertEquals("", chart().note());
    }

    @Test
    void aLongNameIsShortened() {
        String svg = new BarChart("t").bar("long ".repeat(60), 1, "1", false).svg(Chart.NARROW);
        assertTrue(svg.contains("\u2026"), svg);
    }

    @Test
    void refusesWhatIsNoLength() {
        assertThrows(IllegalArgumentException.class, () -> new BarChart("t").bar("a", -1, "-1", false));
        assertThrows(
                IllegalArgumentException.class,
                () -> new BarChart("t").bar("a", Double.POSITIVE_INFINITY, "much", false));
    }
}
