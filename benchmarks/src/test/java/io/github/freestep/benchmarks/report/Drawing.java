package io.github.freestep.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.helpers.DefaultHandler;

/** Reads the SVG of a chart with the JDK's XML parser. */
final class Drawing {
    private static final Pattern COMMAND = Pattern.compile("([MLHVhvz])(-?[0-9.]+)?(?:,(-?[0-9.]+))?");

    private static final int FONT = 13;

    private final Element root;

    Drawing(String svg) {
        root = parse(svg).getDocumentElement();
    }

    static Document parse(String xml) {
        try {
            DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
            builder.setErrorHandler(new DefaultHandler());
            return builder.parse(new InputSource(new StringReader(xml)));
        } catch (Exception e) {
            throw new AssertionError(e.getMessage() + " in " + xml, e);
        }
    }

    static List<Element> elements(Element in, String name) {
        NodeList nodes = in.getElementsByTagName(name);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            elements.add((Element) nodes.item(i));
        }
        return elements;
    }

    List<String> texts() {
        return elements(root, "text").stream().map(Element::getTextContent).toList();
    }

    /** All paths of a CSS class, in order; the legend's sample has the same class and comes first. */
    List<String> paths(String css) {
        return elements(root, "path").stream()
                .filter(path -> path.getAttribute("class").equals(css))
                .map(path -> path.getAttribute("d"))
                .toList();
    }

    /** The corners of a path, each as x and y. */
    static List<double[]> corners(String path) {
        List<double[]> corners = new ArrayList<>();
        double x = 0;
        double y = 0;
        Matcher command = COMMAND.matcher(path);
        int end = 0;
        for (; command.find(); end = command.end()) {
            assertTrue(command.start() == end, path);
            double value = command.group(2) == null ? 0 : Double.parseDouble(command.group(2));
            switch (command.group(1)) {
                case "M", "L" -> {
                    x = value;
                    y = Double.parseDouble(command.group(3));
                }
                case "H" -> x = value;
                case "V" -> y = value;
                case "h" -> x += value;
                case "v" -> y += value;
                default -> {
                    continue;
                }
            }
            corners.add(new double[] {x, y});
        }
        assertTrue(end == path.length(), path);
        return corners;
    }

    /** Asserts that everything lies in the view box, and that no two texts of a row touch. */
    void assertWithin() {
        String[] box = root.getAttribute("viewBox").split(" ");
        double width = Double.parseDouble(box[2]);
        double height = Double.parseDouble(box[3]);
        for (Element path : elements(root, "path")) {
            corners(path.getAttribute("d"))
                    .forEach(c -> assertWithin(path.getAttribute("d"), c[0], c[0], c[1], c[1], width, height));
        }
        Map<String, List<double[]>> rows = new HashMap<>();
        for (Element text : elements(root, "text")) {
            double at = Double.parseDouble(text.getAttribute("x"));
            double y = Double.parseDouble(text.getAttribute("y"));
            double size = 7.8 * text.getTextContent().length();
            double share = List.of("start", "middle", "end").indexOf(text.getAttribute("text-anchor")) / 2.0;
            double from = at - share * size;
            assertWithin(text.getTextContent(), from, from + size, y - 0.8 * FONT, y + 0.25 * FONT, width, height);
            List<double[]> row = rows.computeIfAbsent(text.getAttribute("y"), r -> new ArrayList<>());
            assertTrue(row.stream().noneMatch(o -> from < o[1] && o[0] < from + size), text::getTextContent);
            row.add(new double[] {from, from + size});
        }
    }

    private static void assertWithin(
            String what, double left, double right, double top, double bottom, double width, double height) {
        // Coordinates are rounded to tenths.
        assertTrue(
                left >= -0.1 && right <= width + 0.1 && top >= -0.1 && bottom <= height + 0.1,
                what + " reaches from " + left + "," + top + " to " + right + "," + bottom + " of " + width + "x"
                        + height);
    }
}
