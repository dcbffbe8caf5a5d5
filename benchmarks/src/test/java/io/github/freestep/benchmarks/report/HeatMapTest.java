package io.github.freestep.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class HeatMapTest {
    private static final double NONE = Double.NaN;
    private static final double[] LIMITS = {1, 10};
    private static final List<String> LEVELS = List.of("low", "middle", "high");

    @Test
    void drawsABoxForNeighboursOfOneLevelAndForThoseWithoutAValue() {
        Drawing drawing = draw(4, new double[][] {{0, 0.5, NONE, 1}, {10, 99, 9, 9}});
        List<double[]> low = corners(drawing, 0);
        assertEquals(4, low.size());
        assertEquals(0, low.get(0)[0]);
        assertEquals(2, low.get(1)[0] - low.get(0)[0]);
        assertEquals(2 * 4, corners(drawing, 1).size());
        List<double[]> none = Drawing.corners(drawing.paths("none").get(1));
        assertEquals(4, none.size());
        assertEquals(2, none.get(0)[0]);
        List<double[]> high = corners(drawing, 2);
        assertEquals(4, high.size());
        assertTrue(high.get(0)[1] > low.get(0)[1], "the second row is below the first one");
        String html = map(4, new double[][] {{0}}).html();
        for (String text : List.of("low", "middle", "high", "no value", ">rooms<", ">time, s<", ">4<")) {
            assertTrue(html.contains(text), text);
        }
    }

    @Test
    void showsTheWorstOfTheCellsThatShareAPlace() {
        double[][] many = new double[1_000][10_000];
        Arrays.stream(many).forEach(row -> Arrays.fill(row, 0));
        many[995][9_999] = 5;
        Drawing drawing = draw(10, many);
        List<double[]> worst = corners(drawing, 1);
        assertEquals(4, worst.size());
        assertEquals(150, worst.get(1)[0]);
        assertTrue(drawing.paths("heat0").get(1).length() < 10_000);
        assertTrue(map(10, many).note().contains("share a row"));
        assertEquals("", map(10, new double[100][1]).note());
    }

    @Test
    void drawsAMapWithoutValues() {
        assertEquals("", draw(1, new double[0][]).paths("heat0").get(1));
        assertEquals("", draw(1, new double[][] {{NONE}}).paths("heat0").get(1));
        assertTrue(map(1, new double[][] {{0, 2, 20}})
                .html()
                .contains("Heat map of rooms over time, s. Cells: 1 low, 1 middle, 1 high."));
    }

    /** On a white and on a dark page: a person must see where there is no value. */
    @Test
    void aCellWithoutAValueDiffersFromEveryLevel() {
        String html = new Page("colours").html();
        List<int[]> pages = colours(html, "page");
        List<int[]> none = colours(html, "line");
        List<int[]> heat = colours(html, "s2");
        assertEquals(2, heat.size(), "themes");
        assertTrue(html.contains("svg .none { fill: var(--line); }"), html);
        for (int theme = 0; theme < heat.size(); theme++) {
            for (int level = 0; level < 5; level++) {
                Matcher opacity = Pattern.compile("\\.heat" + level + " \\{ opacity: ([.0-9]+)")
                        .matcher(html);
                double share = opacity.find() ? Double.parseDouble(opacity.group(1)) : 1;
                double squares = 0;
                for (int i = 0; i < 3; i++) {
                    double cell = pages.get(theme)[i] * (1 - share) + heat.get(theme)[i] * share;
                    squares += Math.pow(cell - none.get(theme)[i], 2);
                }
                assertTrue(Math.sqrt(squares) > 30, "level " + level + " of theme " + theme + ": " + squares);
            }
        }
    }

    /** Returns red, green and blue of this colour in each theme. */
    private static List<int[]> colours(String html, String name) {
        return Pattern.compile("--" + name + ": #([0-9a-f]{3}(?:[0-9a-f]{3})?);")
                .matcher(html)
                .results()
                .map(result -> result.group(1))
                .map(hex -> hex.length() == 3 ? hex.replaceAll("(.)", "$1$1") : hex)
                .map(hex -> new int[] {
                    Integer.parseInt(hex, 0, 2, 16), Integer.parseInt(hex, 2, 4, 16), Integer.parseInt(hex, 4, 6, 16)
                })
                .toList();
    }

    @Test
    void refusesLimitsWithoutLevels() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new HeatMap("x", "y", 1, LIMITS, List.of("low", "high"), "none", new double[1][1]));
        assertThrows(
                IllegalArgumentException.class,
                () -> new HeatMap("x", "y", 1, new double[5], List.of("", "", "", "", "", ""), "", new double[1][1]));
    }

    /** Returns the corners of all boxes of a level, without the box in the legend. */
    private static List<double[]> corners(Drawing drawing, int level) {
        return Drawing.corners(drawing.paths("heat" + level).get(1));
    }

    private static Drawing draw(double seconds, double[][] values) {
        return new Drawing("<div>" + map(seconds, values).html() + "</div>");
    }

    private static HeatMap map(double seconds, double[][] values) {
        return new HeatMap("time, s", "rooms", seconds, LIMITS, LEVELS, "no value", values);
    }
}
