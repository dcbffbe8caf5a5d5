package io.github.freestep.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Pages with charts in a browser. Leaves screenshots in the folder {@code target/screenshots}. */
@Tag("one-jdk")
@Timeout(120)
class PageBrowserTest {
    private static final Path SCREENSHOTS = Path.of("target", "screenshots");
    private static final double[] TIMES = {0, 1, 2, 3, 4};

    @TempDir
    Path folder;

    private Browser browser;

    @BeforeEach
    void open() throws Exception {
        browser = Browser.open();
    }

    @AfterEach
    void close() {
        // Null if there is no browser, so that the test is skipped.
        if (browser != null) {
            browser.close();
        }
    }

    private void load(Page page) throws Exception {
        browser.load(Files.writeString(folder.resolve("page.html"), page.html()));
        // Every mark and picture has been drawn in the second frame.
        browser.frames(2);
    }

    private double number(String expression) throws Exception {
        return ((Number) browser.evaluate(expression)).doubleValue();
    }

    private static String chart(int index) {
        return "Chart.getChart(document.querySelectorAll('canvas')[" + index + "])";
    }

    private void assertQuiet() {
        assertEquals(List.of(), browser.events("Runtime.exceptionThrown"));
        assertEquals(List.of(), browser.events("Log.entryAdded"));
        for (Map<?, ?> request : browser.events("Network.requestWillBeSent")) {
            String url = (String) ((Map<?, ?>) request.get("request")).get("url");
            assertTrue(url.startsWith("file:"), url);
        }
    }

    @Test
    void drawsEveryChartAndLoadsNothingElse() throws Exception {
        Page page = new Page("All charts");
        ChartTest.charts().forEach(page::figure);
        load(page);
        assertEquals(ChartTest.charts().size(), number("document.querySelectorAll('canvas').length"));
        assertEquals(
                0,
                number("[...document.querySelectorAll('canvas')].filter(c => !c.width || !c.getContext('2d')"
                        + ".getImageData(0, 0, c.width, c.height).data.some(v => v > 0)).length"),
                "charts without a single pixel");
        assertQuiet();
        load(Samples.page());
        browser.screenshot(SCREENSHOTS.resolve("sample.png"));
        assertQuiet();
    }

    @Test
    void showsTheValuesOfAllLinesUnderThePointer() throws Exception {
        load(new Page("t")
                .figure(
                        "",
                        LineChart.of("time, s", "ms")
                                .line("a", TIMES, new double[] {1, 2, 3, 4, 5})
                                .line("b", new double[] {1.9, 4}, new double[] {30, 40})
                                .span("fault", "why", 1.5, 2.5)));
        browser.evaluate("document.querySelector('canvas').scrollIntoView()");
        Map<String, Object> over = Map.of(
                "type",
                "mouseMoved",
                "x",
                number(chart(0) + ".scales.x.getPixelForValue(2.1)"
                        + " + document.querySelector('canvas').getBoundingClientRect().x"),
                "y",
                number("document.querySelector('canvas').getBoundingClientRect().y + 100"));
        browser.call("Input.dispatchMouseEvent", over);
        browser.frames(2);
        String tooltip = (String) browser.evaluate("[" + chart(0) + ".tooltip.title, " + chart(0)
                + ".tooltip.body.map(b => b.lines), " + chart(0) + ".tooltip.footer].flat(3).join('; ')");
        assertEquals("time, s: 2; a: 3; b: 30; why", tooltip);
        assertQuiet();
    }

    @Test
    void zoomsByDraggingAndByButtons() throws Exception {
        load(new Page("t")
                .figure("", LineChart.of("time, s", "ms").line("a", TIMES, TIMES))
                .figure("", LineChart.of("time, s", "us").line("b", TIMES, TIMES)));
        assertRange(0, 0, 4);
        String at = "(time => " + chart(0) + ".scales.x.getPixelForValue(time)"
                + " + document.querySelector('canvas').getBoundingClientRect().x)";
        double y = number("document.querySelector('canvas').getBoundingClientRect().y + 100");
        double from = number(at + "(1)");
        double to = number(at + "(2)");
        mouse("mousePressed", from, y, 1);
        mouse("mouseMoved", to, y, 1);
        mouse("mouseReleased", to, y, 1);
        assertRange(0, 1, 2);
        click("Later");
        assertRange(0, 1.5, 2.5);
        click("Zoom in");
        assertRange(0, 1.75, 2.25);
        assertTrue(number(chart(0) + ".scales.y.max") < 3, "the other axis follows");
        click("Zoom out");
        click("Earlier");
        assertRange(0, 1, 2);
        click("Show all");
        assertRange(0, 0, 4);
        click("Zoom in");
        mouse("mousePressed", from, y, 1);
        mouse("mouseReleased", from, y, 1);
        mouse("mousePressed", from, y, 2);
        mouse("mouseReleased", from, y, 2);
        assertRange(0, 0, 4);
        assertRange(1, 0, 4);
        assertQuiet();
    }

    private void assertRange(int index, double from, double to) throws Exception {
        assertEquals(from, number(chart(index) + ".scales.x.min"), 0.02);
        assertEquals(to, number(chart(index) + ".scales.x.max"), 0.02);
    }

    private void click(String name) throws Exception {
        browser.evaluate("document.querySelector('button[aria-label=\"" + name + "\"]').click()");
    }

    private void mouse(String type, double x, double y, int clicks) throws Exception {
        browser.call(
                "Input.dispatchMouseEvent",
                Map.of("type", type, "x", x, "y", y, "button", "left", "buttons", 1, "clickCount", clicks));
    }

    @Test
    void followsTheThemeIsLightInPrintAndFitsANarrowScreen() throws Exception {
        media("screen", "dark");
        load(Samples.page());
        String colour = chart(0) + ".data.datasets[0].borderColor";
        assertEquals("#58a6ff", browser.evaluate(colour));
        media("screen", "light");
        assertEquals("#0969da", browser.evaluate(colour));
        media("screen", "dark");
        media("print", "dark");
        assertEquals("#0969da", browser.evaluate(colour));
        browser.screenshot(SCREENSHOTS.resolve("sample-print.png"));
        media("screen", "dark");
        browser.call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", 360, "height", 1400, "deviceScaleFactor", 1, "mobile", true));
        browser.frames(5);
        assertEquals(360, number("document.documentElement.scrollWidth"));
        assertTrue(number("document.querySelector('canvas').clientWidth") > 250, "the chart fills the screen");
        browser.screenshot(SCREENSHOTS.resolve("sample-narrow.png"));
        assertQuiet();
    }

    private void media(String media, String scheme) throws Exception {
        browser.call(
                "Emulation.setEmulatedMedia",
                Map.of("media", media, "features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        browser.frames(3);
    }
}
