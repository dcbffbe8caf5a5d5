package io.github.freestep.benchmarks.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    static LineChart chart() {
        double[] x = {0, 1, 2};
        return LineChart.of("time, s", "lateness, us")
                .line("lateness", x, new double[] {1.5, 180, 20})
                .mark("a stalled reader", 1)
                .span("paused", 0.5, 1.5);
    }

    private static Page page() {
        return new Page("A run")
                .verdict(true, "Every promise held", List.of("6,000 ticks.", "0 B allocated."))
                .section("Over time")
                .figure("How late each tick began.", chart());
    }

    @Test
    void writesWellFormedXmlWithItsParts() {
        Element root = root(page());
        assertEquals(1, elements(root, "canvas").size());
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
        double[] x = {1, 2};
        Page page = new Page(HOSTILE)
                .verdict(false, HOSTILE, List.of(HOSTILE))
                .section(HOSTILE)
                .paragraph(HOSTILE)
                .table(List.of(HOSTILE, "b"), List.of(List.of(HOSTILE, HOSTILE)))
                .facts(facts)
                .figure(
                        HOSTILE,
                        LineChart.of(HOSTILE, HOSTILE)
                                .line(HOSTILE, x, x)
                                .mark(HOSTILE, 1)
                                .span(HOSTILE, 0, 1));
        Element root = root(page);
        assertEquals(3, elements(root, "script").size(), "the values of a chart and the two scripts for it");
        for (String name : List.of("title", "h1", "h2", "li", "figcaption")) {
            assertTrue(texts(root, name).stream().allMatch(ARRIVES::equals), name);
        }
        assertEquals(List.of("\u2717 " + ARRIVES, ARRIVES), texts(root, "p"));
        assertEquals(List.of(ARRIVES, ARRIVES, "null"), texts(root, "td"));
        for (Element div : elements(root, "div")) {
            assertTrue(div.getAttribute("class").equals("plot")
                    || div.getAttribute("aria-label").equals(ARRIVES));
        }
        for (Element canvas : elements(root, "canvas")) {
            assertTrue(canvas.getAttribute("aria-label").contains(ARRIVES));
        }
    }

    @Test
    void loadsNothingElse() {
        String html = page().html();
        for (String asks :
                List.of("<link", "<img", "<iframe", "url(", "@import", " src=", " href=", "sourceMappingURL")) {
            assertFalse(html.contains(asks), asks);
        }
        assertTrue(html.contains("default-src 'none'"));
        assertTrue(html.contains("Chart.js Contributors"), "the licence of the library that draws its charts");
    }

    @Test
    void namesEachScriptByItsHashAndNoOther() throws Exception {
        Page page = page();
        Matcher script =
                Pattern.compile("<script>(.*?)</script>", Pattern.DOTALL).matcher(page.html());
        StringBuilder expected = new StringBuilder("default-src 'none'; style-src 'unsafe-inline'; script-src");
        while (script.find()) {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(script.group(1).getBytes(UTF_8));
            expected.append(" 'sha256-")
                    .append(Base64.getEncoder().encodeToString(hash))
                    .append("'");
        }
        assertEquals(
                expected.toString(), elements(root(page), "meta").get(1).getAttribute("content"), "the page's policy");
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
