package io.github.freestep.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChartTest {
    private static final String HOSTILE =
            "<script>alert(\"it's & that\")</script>\u0000\ud800 \u202e" + "long ".repeat(60);
    private static final double[] NONE = {};

    @Test
    void drawsEveryChartWellFormedAndWithinItsBoxAtBothWidths() {
        charts().forEach((name, chart) -> {
            for (int width : new int[] {Chart.WIDE, Chart.NARROW}) {
                new Drawing(chart.svg(width)).assertWithin();
            }
        });
    }

    private static Map<String, Chart> charts() {
        double[] one = {5};
        double[] two = {0, 1};
        double[] odd = {Double.NaN, Double.POSITIVE_INFINITY};
        Map<String, Chart> charts = new LinkedHashMap<>();
        charts.put("lateness", Samples.lateness());
        charts.put("percentiles", Samples.percentiles());
        charts.put("timeline", Samples.timeline());
        charts.put("close-up", Samples.closeUp());
        charts.put("no line", LineChart.of("x", "y"));
        charts.put("no values", LineChart.of("x", "y").line("none", NONE, NONE));
        charts.put("one value", LineChart.low("x", "y").line("one", one, one));
        charts.put(
                "one value, logarithmic", LineChart.of("x", "y").logarithmic().line("one", one, one));
        charts.put("not finite", LineChart.of("x", "y").line("odd", two, odd));
        charts.put("all zero", LineChart.of("x", "y").logarithmic().line("zero", two, new double[2]));
        charts.put("enormous", LineChart.of("x", "y").line("all", two, new double[] {-Double.MAX_VALUE, 9e299}));
        charts.put("tiny", LineChart.of("x", "y").logarithmic().line("all", two, new double[] {Double.MIN_VALUE, 9e299
        }));
        charts.put("no percentiles", LineChart.percentiles("y"));
        charts.put("one percentile", LineChart.percentiles("y").line("one", new double[] {100}, one));
        charts.put("many nines", LineChart.percentiles("y").line("one", new double[] {99.99999}, one));
        charts.put("no lane", TimelineChart.of("x"));
        charts.put("empty lane", TimelineChart.of("x").points("none", NONE));
        charts.put("one point", TimelineChart.of("x").points("one", one));
        LineChart hostile =
                LineChart.of(HOSTILE, HOSTILE).line(HOSTILE, two, two).span(HOSTILE, 0, 1);
        TimelineChart lanes = TimelineChart.of(HOSTILE).span(HOSTILE, HOSTILE, 0, 1);
        for (int i = 0; i < 30; i++) {
            hostile.mark(HOSTILE + i, i / 29.0).span(i + HOSTILE, 1, 1);
            lanes.span(HOSTILE, i + HOSTILE, i / 29.0, 1);
        }
        charts.put("hostile lines", hostile);
        charts.put("hostile lanes", lanes);
        return charts;
    }

    @Test
    void writesTheSameTextInEveryLocale() {
        Locale before = Locale.getDefault();
        Map<String, String> here = drawn();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertEquals(here, drawn());
        } finally {
            Locale.setDefault(before);
        }
    }

    private static Map<String, String> drawn() {
        Map<String, String> drawn = new LinkedHashMap<>();
        charts().forEach((name, chart) -> drawn.put(name, chart.svg(Chart.WIDE) + chart.note()));
        return drawn;
    }

    @Test
    void staysSmallForThousandsOfValues() {
        charts().forEach((name, chart) -> assertTrue(
                chart.svg(Chart.WIDE).length() < 100_000,
                () -> name + ": " + chart.svg(Chart.WIDE).length()));
    }

    @Test
    void leavesAGapAtNanAndInfinityAndCountsThemInTheCaption() {
        double[] x = {0, 1, 2, 3, 4};
        LineChart chart = LineChart.of("x", "y")
                .line("a", x, new double[] {1, 2, Double.NaN, Double.NEGATIVE_INFINITY, 3})
                .line("b", x, x);
        assertEquals(" Not drawn, because NaN or infinite: 2 values of a.", chart.note());
        String line = new Drawing(chart.svg(Chart.WIDE)).paths("line s1").get(1);
        assertEquals(2, line.chars().filter(c -> c == 'M').count(), line);
        assertEquals(1, new Drawing(chart.svg(Chart.WIDE)).paths("dots s1").size(), "the last value stands alone");
    }

    @Test
    void putsZeroOnTheLowerEdgeOfALogarithmicAxisAndCountsItInTheCaption() {
        double[] x = {0, 1, 2, 3};
        double[] y = {10, 0, -5, 1000};
        LineChart chart = LineChart.of("x", "y").line("a", x, y);
        assertEquals("", chart.note());
        assertEquals(
                " On the lower edge, because zero or less: 2 values of a.",
                chart.logarithmic().note());
        Drawing drawing = new Drawing(chart.svg(Chart.WIDE));
        List<double[]> line = Drawing.corners(drawing.paths("line s1").get(1));
        double bottom = Drawing.corners(drawing.paths("frame").get(0)).stream()
                .mapToDouble(c -> c[1])
                .max()
                .orElseThrow();
        assertEquals(List.of(bottom, bottom), List.of(line.get(1)[1], line.get(2)[1]));
        assertTrue(line.get(0)[1] < bottom - 10 && line.get(3)[1] < line.get(0)[1]);
    }

    @Test
    void saysThatAChartIsEmpty() {
        assertTrue(new Drawing(LineChart.of("x", "y").svg(Chart.WIDE)).texts().contains("no values"));
        assertFalse(new Drawing(Samples.lateness().svg(Chart.WIDE)).texts().contains("no values"));
    }

    @Test
    void namesEverythingAndTheExtremesInTheAlternativeText() {
        String text = new Drawing(Samples.lateness().svg(Chart.NARROW)).alternative();
        double most = Arrays.stream(Samples.noise(180, 2)).max().orElseThrow();
        for (String part : List.of(
                "lateness and compute, us over time, s",
                "compute: values from ",
                " to " + HtmlText.number(most) + ".",
                "GC storm at 8, stalled reader at 9.5",
                "G1 Young Generation, 12 times",
                "paused")) {
            assertTrue(text.contains(part), () -> part + " in " + text);
        }
    }

    @Test
    void givesChartsThatCoverTheSameRangeTheSameAxis() {
        double[] x = {0, 1};
        List<String> large = numbers(LineChart.of("x", "y").covering(-10, 10).line("a", x, new double[] {-9, 9}));
        assertEquals(large, numbers(LineChart.of("x", "y").covering(-10, 10).line("a", x, new double[] {0.1, 0.2})));
        assertTrue(large.contains("\u221210") && large.contains("10"), large::toString);
        assertTrue(numbers(LineChart.of("x", "y").covering(-1, 1).line("a", x, new double[] {0, 50}))
                .contains("50"));
    }

    private static List<String> numbers(Chart chart) {
        return new Drawing(chart.svg(Chart.WIDE)).texts();
    }

    @Test
    void drawsAReferenceBehindTheOthersAndInNoColour() {
        double[] x = {0, 1};
        Drawing drawing = new Drawing(LineChart.of("x", "y")
                .line("shown", x, x)
                .reference("true", x, x)
                .line("other", x, x)
                .svg(Chart.WIDE));
        assertEquals(2, drawing.paths("line s2").size(), "one in the legend, one in the plot");
        String svg = LineChart.of("x", "y")
                .line("shown", x, x)
                .reference("true", x, x)
                .svg(Chart.WIDE);
        assertTrue(svg.lastIndexOf("line reference") < svg.lastIndexOf("line s1"));
    }

    @Test
    void shadesStretchesOfOneNameInOneColour() {
        LineChart chart = LineChart.of("x", "y").line("a", new double[] {0, 10}, new double[] {0, 1});
        chart.span("pause", 1, 2).span("collection", 5, 5).span("pause", 3, 4);
        Drawing drawing = new Drawing(chart.svg(Chart.WIDE));
        List<double[]> pause = Drawing.corners(drawing.paths("shade s2").get(1));
        assertEquals(8, pause.size(), "two boxes");
        List<double[]> collection = Drawing.corners(drawing.paths("shade s3").get(1));
        assertTrue(collection.get(1)[0] - collection.get(0)[0] >= 1, "an instant is visible");
        assertTrue(drawing.texts().containsAll(List.of("pause, 2 times", "collection")));
    }

    @Test
    void putsAHundredPercentAtTheEndOfTheAxis() {
        double[] percents = {50, 99, 100};
        Chart chart = LineChart.percentiles("us").line("a", percents, new double[] {1, 10, 100});
        Drawing drawing = new Drawing(chart.svg(Chart.WIDE));
        List<double[]> line = Drawing.corners(drawing.paths("line s1").get(1));
        assertEquals(Chart.WIDE - Axes.GAP, line.get(line.size() - 1)[0]);
        assertTrue(drawing.texts().containsAll(List.of("0", "50", "90", "99")));
    }

    @Test
    void refusesWrongValuesByName() {
        LineChart lines = LineChart.of("x", "y");
        assertRefused(
                "a must have one y for each x, was 2 x and 1 y", () -> lines.line("a", new double[2], new double[1]));
        assertRefused(
                "x of a must be finite and ascending, was 1.0 at index 2",
                () -> lines.line("a", new double[] {0, 2, 1}, new double[3]));
        assertRefused(
                "x of a must be finite and ascending, was NaN at index 0",
                () -> lines.line("a", new double[] {Double.NaN}, new double[1]));
        assertRefused(
                "pause must have finite ends, the lesser first, was from 2.0 to 1.0", () -> lines.span("pause", 2, 1));
        assertRefused(
                "fault must have finite ends, the lesser first, was from Infinity",
                () -> lines.mark("fault", Double.POSITIVE_INFINITY));
        assertRefused(
                "percentiles of a must be from 0 to 100, were [101.0]",
                () -> LineChart.percentiles("y").line("a", new double[] {101}, new double[1]));
        assertRefused(
                "ticks must have one end for each start, was 2 starts and 1 ends",
                () -> TimelineChart.of("x").spans("ticks", new double[2], new double[1]));
        assertRefused(
                "a stretch must have finite ends, the lesser first, was from 1.0 to 0.0",
                () -> TimelineChart.of("x").spans("ticks", new double[] {1}, new double[] {0}));
    }

    private static void assertRefused(String message, Runnable call) {
        String said = assertThrows(IllegalArgumentException.class, call::run).getMessage();
        assertTrue(said.startsWith(message), said);
    }

    @Test
    void copiesTheValues() {
        double[] x = IntStream.range(0, 9).asDoubleStream().toArray();
        LineChart chart = LineChart.of("x", "y").line("a", x, x);
        String before = chart.svg(Chart.WIDE);
        x[8] = 1e6;
        assertEquals(before, chart.svg(Chart.WIDE));
    }
}
