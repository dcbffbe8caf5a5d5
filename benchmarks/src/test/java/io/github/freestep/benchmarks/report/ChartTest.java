package io.github.freestep.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChartTest {
    private static final String HOSTILE =
            "<script>alert(\"it's & that\")</script>\u0000\ud800 \u202e" + "long ".repeat(60);
    private static final double[] NONE = {};

    /** Charts of which each has something odd. */
    static Map<String, LineChart> charts() {
        double[] one = {5};
        double[] two = {0, 1};
        double[] odd = {Double.NaN, Double.POSITIVE_INFINITY};
        Map<String, LineChart> charts = new LinkedHashMap<>();
        charts.put("usual", PageTest.chart());
        charts.put("no line", LineChart.of("x", "y"));
        charts.put("no values", LineChart.of("x", "y").line("none", NONE, NONE));
        charts.put("one value", LineChart.of("x", "y").line("one", one, one));
        charts.put("not finite", LineChart.of("x", "y").line("odd", two, odd));
        charts.put("all zero", LineChart.of("x", "y").line("zero", two, new double[2]));
        charts.put("enormous", LineChart.of("x", "y").line("all", two, new double[] {-Double.MAX_VALUE, 9e299}));
        charts.put("tiny", LineChart.of("x", "y").line("all", two, new double[] {Double.MIN_VALUE, 9e299}));
        LineChart hostile =
                LineChart.of(HOSTILE, HOSTILE).line(HOSTILE, two, two).span(HOSTILE, 0, 1);
        for (int i = 0; i < 30; i++) {
            hostile.mark(HOSTILE + i, i / 29.0).span(i + HOSTILE, 1, 1);
        }
        charts.put("hostile lines", hostile);
        return charts;
    }

    @Test
    void writesTheSameTextInEveryLocale() {
        Locale before = Locale.getDefault();
        Map<String, String> here = written();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertEquals(here, written());
        } finally {
            Locale.setDefault(before);
        }
    }

    private static Map<String, String> written() {
        Map<String, String> written = new LinkedHashMap<>();
        charts().forEach((name, chart) ->
                written.put(name, Json.write(chart.values()) + chart.summary() + chart.note()));
        return written;
    }

    @Test
    void leavesAGapAtNanAndInfinityAndCountsThemInTheCaption() {
        double[] x = {1, 2, 3, 4, 5};
        LineChart chart = LineChart.of("x", "y")
                .line("a", x, new double[] {1, 2, Double.NaN, Double.NEGATIVE_INFINITY, 3})
                .line("b", x, x);
        assertEquals(" Not drawn, because NaN or infinite: 2 values of a.", chart.note());
        assertTrue(Json.write(chart.values()).contains("\"y\": [1,2,null,null,3]"));
    }

    @Test
    void countsInTheCaptionWhatLiesOnTheLowerEdge() {
        LineChart chart = LineChart.of("x", "y").line("a", new double[] {0, 1, 2, 3}, new double[] {10, 0, -5, 1000});
        assertEquals(" On the lower edge, because zero or less: 2 values of a.", chart.note());
    }

    @Test
    void refusesWrongValuesByName() {
        LineChart lines = LineChart.of("x", "y");
        assertRefused(
                "x of a must be finite and ascending, was 1.0 at index 2",
                () -> lines.line("a", new double[] {0, 2, 1}, new double[3]));
        assertRefused(
                "pause must have finite ends, the lesser first, was from 2.0 to 1.0", () -> lines.span("pause", 2, 1));
    }

    private static void assertRefused(String message, Runnable call) {
        String said = assertThrows(IllegalArgumentException.class, call::run).getMessage();
        assertTrue(said.startsWith(message), said);
    }
}
