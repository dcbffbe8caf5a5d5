package io.github.freestep.tools.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.helpers.DefaultHandler;

class PageTest {
    private static final String HOSTILE =
            "</title></style><script>alert('x' + \"y\")</script> & &amp; \u0007\udc00 \ud83d\ude80";
    /** The same text on the page: XML forbids two of its characters, which become U+FFFD. */
    private static final String ARRIVES = HOSTILE.replace('\u0007', '\ufffd').replace('\udc00', '\ufffd');

    private static Page page() {
        return new Page("A run")
                .verdict(true, "Every promise held", List.of("6,000 ticks.", "0 B allocated."))
                .section("Over time");
    }

    @Test
    void writesWellFormedXmlWithItsParts() {
        Element root = root(page());
        assertEquals(List.of("Over time"), texts(root, "h2"));
        assertEquals(texts(root, "title"), texts(root, "h1"));
        assertEquals("\u2713 Every promise held", texts(root, "p").get(0));
        assertEquals(2, elements(root, "li").size());
    }

    @Test
    void escapesHostileTextEverywhere() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put(HOSTILE, HOSTILE);
        facts.put("none", null);
        Page page = new Page(HOSTILE)
                .verdict(false, HOSTILE, List.of(HOSTILE))
                .section(HOSTILE)
                .paragraph(HOSTILE)
                .table(List.of(HOSTILE, "b"), List.of(List.of(HOSTILE, HOSTILE)))
                .facts(facts);
        Element root = root(page);
        for (String name : List.of("title", "h1", "h2", "li")) {
            assertTrue(texts(root, name).stream().allMatch(ARRIVES::equals), name);
        }
        assertEquals(List.of("\u2717 " + ARRIVES, ARRIVES), texts(root, "p"));
        assertEquals(List.of(ARRIVES, ARRIVES, "null"), texts(root, "td"));
        for (Element div : elements(root, "div")) {
            assertEquals(ARRIVES, div.getAttribute("aria-label"));
        }
    }

    @Test
    void writesWholeNumbersWithoutDecimals() {
        Page page = new Page("A run").table(List.of("a", "b", "c"), List.of(List.of(7.0, 1.5, List.of(3L, 4))));
        assertEquals(List.of("1.5", "3, 4"), texts(root(page), "td"));
        assertEquals("7", texts(root(page), "th").get(3));
    }

    @Test
    void writesEachFailureOfATestAsALine() {
        Page page = new Page("A run");
        page.test("World", "broken", List.of("a < b", "c"), "");
        page.test("World", "untried", List.of(), "no tick");
        assertEquals("""
                <testsuite name="A run">
                <testcase classname="World" name="broken"><failure message="a &lt; b">a &lt; b
                c</failure></testcase>
                <testcase classname="World" name="untried"><skipped message="no tick"/></testcase>
                </testsuite>
                """, page.junit());
    }

    @Test
    void loadsNothingElse() {
        String html = page().html();
        for (String asks : List.of(
                "<script", "<link", "<img", "<iframe", "url(", "@import", " src=", " href=", "sourceMappingURL")) {
            assertFalse(html.contains(asks), asks);
        }
        assertTrue(html.contains("default-src 'none'"));
    }

    private static Element root(Page page) {
        try {
            DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
            builder.setErrorHandler(new DefaultHandler());
            return builder.parse(new InputSource(new StringReader(page.html()))).getDocumentElement();
        } catch (Exception e) {
            throw new AssertionError(e.getMessage() + " in " + page.html(), e);
        }
    }

    private static List<Element> elements(Element root, String name) {
        NodeList nodes = root.getElementsByTagName(name);
        return IntStream.range(0, nodes.getLength())
                .mapToObj(i -> (Element) nodes.item(i))
                .toList();
    }

    private static List<String> texts(Element root, String name) {
        return elements(root, name).stream().map(Element::getTextContent).toList();
    }
}
