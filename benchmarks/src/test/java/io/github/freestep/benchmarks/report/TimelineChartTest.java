package io.github.freestep.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TimelineChartTest {
    private static final int STRIP = 26;

    @Test
    void drawsFewTicksAsSeparateBoxes() {
        double[] from = {0, 1, 2, 3};
        double[] to = {0.5, 1.25, 2.5, 4};
        Drawing drawing = draw(TimelineChart.of("s").spans("ticks", from, to));
        List<double[]> corners = Drawing.corners(drawing.paths("bar s1").get(0));
        assertEquals(4 * 4, corners.size());
        double second = (Chart.WIDE - 2 * Axes.GAP) / 4.0;
        assertEquals(Axes.GAP + second, corners.get(4)[0], 0.1);
        assertEquals(second / 4, corners.get(5)[0] - corners.get(4)[0], 0.2);
        assertTrue(drawing.texts().contains("ticks"), () -> drawing.texts().toString());
    }

    @Test
    void showsTheShareOfTheTimeThatManyTicksTook() {
        double[] from = IntStream.range(0, 6_000).mapToDouble(i -> i / 100.0).toArray();
        // Each tick takes 1/3 of its time, 2/3 from second 30 on, and one tick takes a whole second.
        double[] to = IntStream.range(0, 6_000)
                .mapToDouble(i -> i / 100.0 + (i == 1_000 ? 1 : i < 3_000 ? 1 / 300.0 : 2 / 300.0))
                .toArray();
        TimelineChart chart = TimelineChart.of("s").spans("ticks", from, to);
        Drawing drawing = draw(chart);
        assertEquals(1 / 3.0, height(drawing, 5, 60), 0.1);
        assertEquals(1, height(drawing, 10.5, 60), 0.01);
        assertEquals(2 / 3.0, height(drawing, 45, 60), 0.1);
        assertTrue(drawing.texts().contains("ticks (height: share of the time)"));
        assertTrue(drawing.paths("bar s1").get(0).length() < 20_000);
    }

    @Test
    void showsHowManyFramesThereWereAndWhereThereWereNone() {
        double[] frames = IntStream.range(0, 60_000)
                .mapToDouble(i -> i / 1_000.0)
                .filter(t -> t < 20 || t > 40 && (t < 50 || Math.round(t * 1_000) % 2 == 0))
                .toArray();
        Drawing drawing = draw(TimelineChart.of("s").points("frames", frames));
        assertEquals(0, height(drawing, 30, 60));
        assertEquals(1, height(drawing, 10, 60), 0.1);
        assertEquals(0.5, height(drawing, 55, 60), 0.1);
        assertTrue(drawing.texts().contains("frames (height: how many)"));
    }

    @Test
    void showsASingleStretchAmongThousands() {
        double[] from = IntStream.range(0, 2_000).mapToDouble(i -> i / 1e6).toArray();
        double[] more = {50};
        Drawing drawing = draw(TimelineChart.of("s")
                .spans("a", from, from)
                .spans("a", more, new double[] {50.0001})
                .spans("a", new double[] {60}, new double[] {60}));
        assertTrue(height(drawing, 50, 60) > 0);
        assertEquals(0, height(drawing, 40, 60));
    }

    @Test
    void drawsOverlappingStretchesBelowEachOther() {
        Drawing drawing = draw(TimelineChart.of("s")
                .span("faults", "storm", 0, 5)
                .span("faults", "stall", 2, 3)
                .span("faults", "pause", 5, 6));
        List<String> layers = drawing.paths("bar s1");
        assertEquals(2, layers.size());
        List<double[]> stall = Drawing.corners(layers.get(1));
        assertEquals(STRIP / 2.0, stall.get(2)[1] - stall.get(1)[1], 0.1);
        assertTrue(stall.get(0)[1] > Drawing.corners(layers.get(0)).get(0)[1]);
        List<double[]> shade = Drawing.corners(drawing.paths("shade s1").get(0));
        assertEquals(4, shade.size(), "stretches that touch share one shade");
        assertTrue(drawing.texts().containsAll(List.of("storm", "stall", "pause")));
    }

    @Test
    void drawsStretchesBeyondTheThirdLayerInTheThird() {
        double[] from = {0, 1, 2, 3, 4};
        double[] to = {9, 9, 9, 9, 9};
        List<String> layers =
                draw(TimelineChart.of("s").spans("faults", from, to)).paths("bar s1");
        assertEquals(3, layers.size());
    }

    @Test
    void showsInstantsAtBothEnds() {
        List<double[]> points = Drawing.corners(draw(TimelineChart.of("s").points("frames", new double[] {0, 10}))
                .paths("bar s1")
                .get(0));
        for (int i = 0; i < points.size(); i += 4) {
            assertEquals(1.5, points.get(i + 1)[0] - points.get(i)[0], 0.11);
        }
    }

    @Test
    void drawsAPartlyCoveredColumnLower() {
        Strip strip = new Strip(0, 4);
        strip.add(0.5, 2.25);
        assertEquals("M0,10H0V5H1V0H2V7.5H3V10z", strip.path(10, 10, 1));
    }

    @Test
    void countsNamesWithoutRoom() {
        TimelineChart chart = TimelineChart.of("s");
        for (int i = 0; i < 40; i++) {
            chart.span("faults", "a fault with the number " + i, i, i);
        }
        List<String> texts = new Drawing(chart.svg(Chart.NARROW)).texts();
        long named = texts.stream().filter(t -> t.startsWith("a fault")).count();
        assertTrue(texts.contains("faults, " + (40 - named) + " of them not named here"), texts::toString);
        assertTrue(
                chart.svg(Chart.NARROW).contains("a fault with the number 39 from 39 to 39"),
                "the alternative text has all of them");
    }

    /** The height of the lane's outline at a time, as a share of the strip, 0 to 1. */
    private static double height(Drawing drawing, double seconds, double all) {
        double x = Axes.GAP + (Chart.WIDE - 2 * Axes.GAP) * seconds / all;
        List<double[]> corners = Drawing.corners(drawing.paths("bar s1").get(0));
        double bottom = corners.get(0)[1];
        double level = bottom;
        for (double[] corner : corners) {
            if (corner[0] > x) {
                break;
            }
            level = corner[1];
        }
        return (bottom - level) / STRIP;
    }

    private static Drawing draw(Chart chart) {
        return new Drawing(chart.svg(Chart.WIDE));
    }
}
