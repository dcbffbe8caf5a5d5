package io.github.freestep.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class LinePictureTest {
    private static final int RIGHT = 890;

    @Test
    void drawsEveryChartWellFormedAndWithinItsBox() {
        ChartTest.charts().forEach((name, chart) -> {
            if (chart instanceof LineChart lines && !name.equals("hostile lines")) {
                new Drawing(LinePicture.svg(lines)).assertWithin();
            }
        });
        LineChart hostile = (LineChart) ChartTest.charts().get("hostile lines");
        new Drawing(LinePicture.svg(hostile));
    }

    @Test
    void writesTheSameTextInEveryLocale() {
        Locale before = Locale.getDefault();
        String here = LinePicture.svg(Samples.lateness());
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertEquals(here, LinePicture.svg(Samples.lateness()));
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void putsADecadeOnEqualHeightsAndZeroOnTheLowerEdge() {
        Drawing drawing =
                draw(LineChart.of("x", "y").line("a", new double[] {0, 1, 2, 3, 4}, new double[] {1, 10, 100, 0, -5}));
        List<double[]> line = Drawing.corners(drawing.paths("line s1").get(1));
        // The first point is drawn twice: its round end is visible even if it is alone.
        assertEquals(6, line.size());
        assertEquals(line.get(2)[1] - line.get(1)[1], line.get(3)[1] - line.get(2)[1], 0.2);
        double bottom = Drawing.corners(drawing.paths("frame").get(0)).stream()
                .mapToDouble(corner -> corner[1])
                .max()
                .orElseThrow();
        assertEquals(List.of(bottom, bottom, bottom), List.of(line.get(1)[1], line.get(4)[1], line.get(5)[1]));
        assertEquals(RIGHT, line.get(5)[0]);
        assertTrue(drawing.texts().containsAll(List.of("1", "10", "100", "0", "4", "x", "y", "a")));
    }

    @Test
    void leavesAGapAtNan() {
        double[] y = {1, 2, Double.NaN, 3};
        String line = draw(LineChart.of("x", "y").line("a", new double[] {0, 1, 2, 3}, y))
                .paths("line s1")
                .get(1);
        assertEquals(2, line.chars().filter(c -> c == 'M').count(), line);
    }

    @Test
    void drawsAReferenceBehindTheOthersAndInNoColour() {
        double[] x = {1, 2};
        String svg = LinePicture.svg(LineChart.of("x", "y")
                .line("shown", x, x)
                .reference("true", x, x)
                .line("other", x, x));
        assertEquals(2, new Drawing(svg).paths("line s2").size(), "one in the legend, one in the plot");
        assertTrue(svg.lastIndexOf("line reference") < svg.lastIndexOf("line s1"));
    }

    @Test
    void shadesStretchesOfOneNameInOneColourAndMarksInstants() {
        LineChart chart = LineChart.of("x", "y").line("a", new double[] {0, 10}, new double[] {1, 2});
        chart.span("pause", 1, 2).span("collection", 5, 5).span("pause", 3, 4).mark("BROKEN", 7);
        Drawing drawing = draw(chart);
        assertEquals(8, Drawing.corners(drawing.paths("shade s2").get(1)).size(), "two boxes");
        List<double[]> collection = Drawing.corners(drawing.paths("shade s3").get(1));
        assertTrue(collection.get(1)[0] - collection.get(0)[0] >= 1, "an instant is visible");
        assertEquals(641, Drawing.corners(drawing.paths("mark").get(1)).get(0)[0], 2);
        assertTrue(drawing.texts().containsAll(List.of("pause, 2 times", "collection", "BROKEN")));
    }

    private static Drawing draw(LineChart chart) {
        return new Drawing(LinePicture.svg(chart));
    }
}
