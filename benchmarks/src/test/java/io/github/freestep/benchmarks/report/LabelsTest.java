package io.github.freestep.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class LabelsTest {
    @Test
    void putsNamesThatDoNotTouchIntoOneRow() {
        assertEquals(Labels.ROW, of(100, "one", 200, "two", 300, "three").height());
        assertEquals(0, of().height());
    }

    @Test
    void letsNoTwoNamesTouchAndCountsThoseWithoutRoom() {
        long seed = 99;
        Random random = Seeds.random(seed);
        List<Labels.Place> places = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            places.add(new Labels.Place(40 + random.nextInt(340), "name " + "x".repeat(random.nextInt(9)) + i));
        }
        Labels labels = Labels.of(places, 40, 380);
        List<double[]> texts = extents(labels);
        assertEquals(40, texts.size() + labels.omitted(), "seed " + seed);
        assertTrue(labels.omitted() > 0);
        for (double[] one : texts) {
            assertTrue(one[1] >= 40 && one[2] <= 380, "seed " + seed);
            for (double[] other : texts) {
                assertFalse(
                        one != other && one[0] == other[0] && one[1] <= other[2] && other[1] <= one[2], "seed " + seed);
            }
        }
    }

    @Test
    void keepsLinesClearOfNamesWhileThereAreRows() {
        assertEquals(
                List.of(0.0, 1.0, 2.0), rows(of(100, "short", 110, "one that reaches far", 200, "beyond the first")));
        assertEquals(List.of(0.0, 1.0, 0.0), rows(of(100, "short", 110, "x", 350, "y")));
    }

    @Test
    void letsALineMeetANameRatherThanOmitAName() {
        String far = "it reaches far ";
        Labels labels = of(100, "short", 101, far + 1, 102, far + 2, 103, far + 3, 200, "z");
        assertEquals(List.of(0.0, 1.0, 2.0, 3.0, 0.0), rows(labels));
        assertEquals(0, labels.omitted());
    }

    @Test
    void writesEqualNeighboursOnce() {
        Labels labels = of(100, "G1 Young", 110, "G1 Young", 120, "G1 Old", 300, "G1 Young");
        assertEquals(3, extents(labels).size());
        assertEquals(0, labels.omitted());
    }

    @Test
    void putsANameAtTheRightEndOnTheLeft() {
        double[] text = extents(of(375, "at the end")).get(0);
        assertTrue(text[2] < 375 && text[2] > 365, () -> "ends at " + text[2]);
        double[] cut = extents(of(200, "w".repeat(100))).get(0);
        assertTrue(cut[1] > 200 && cut[2] <= 380, () -> "from " + cut[1] + " to " + cut[2]);
    }

    private static List<Double> rows(Labels labels) {
        return extents(labels).stream().map(t -> t[0]).toList();
    }

    private static Labels of(Object... places) {
        List<Labels.Place> list = new ArrayList<>();
        for (int i = 0; i < places.length; i += 2) {
            list.add(new Labels.Place((int) places[i], (String) places[i + 1]));
        }
        return Labels.of(list, 40, 380);
    }

    private static String svg(Labels labels) {
        Svg svg = new Svg();
        labels.draw(svg, 0);
        return svg.close(400, 100, "");
    }

    /** The row, left end and right end of each name. */
    private static List<double[]> extents(Labels labels) {
        List<double[]> extents = new ArrayList<>();
        for (Element text : Drawing.elements(Drawing.parse(svg(labels)).getDocumentElement(), "text")) {
            double x = Double.parseDouble(text.getAttribute("x"));
            double width = HtmlText.width(text.getTextContent());
            double from = text.getAttribute("text-anchor").equals("end") ? x - width : x;
            double row = (Double.parseDouble(text.getAttribute("y")) - HtmlText.FONT) / Labels.ROW;
            extents.add(new double[] {row, from, from + width});
        }
        return extents;
    }
}
