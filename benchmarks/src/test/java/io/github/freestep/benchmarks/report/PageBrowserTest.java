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
}
