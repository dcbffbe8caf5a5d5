package io.github.freestep.benchmarks.app.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.compare.loops.LoopKind;
import io.github.freestep.benchmarks.app.compare.loops.StepLoad;
import io.github.freestep.benchmarks.report.Browser;
import io.github.freestep.testing.Seeds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page in a browser. Leaves two screenshots in the folder {@code target/screenshots}. */
@Timeout(120)
class ComparePageTest {
    private static final Path SCREENSHOTS = Path.of("target", "screenshots");
    private static final List<Integer> FPS = List.of(60, 144);
    private static final List<LoopResult> ROWS = new ArrayList<>();
    private static final int LOOPS = LoopKind.values().length;

    @TempDir
    static Path folder;

    private static Path page;

    @BeforeAll
    static void write() throws Exception {
        Comparison comparison = new Comparison(FPS, Seeds.of(1), 10, false);
        comparison.rows(ROWS::add);
        page = Files.writeString(
                folder.resolve("compare.html"), ComparePage.html(comparison, ROWS, "On a scripted clock."));
    }

    @Test
    void itPlaysAndItsControlsWork() throws Exception {
        try (Browser browser = Browser.open().load(page)) {
            assertEquals(LOOPS, number(browser, "document.querySelectorAll('.lanes figure.played > canvas').length"));
            browser.frames(3);
            String millis = "Number(document.querySelector('.controls').dataset.millis)";
            double before = number(browser, millis);
            browser.frames(10);
            assertNotEquals(before, number(browser, millis), "it plays");
            // The body is drawn where the recorded frame shows it: some pixels are of its colour.
            assertTrue(number(browser, drawnPixels("#loop-18b")) > 100, "a body is drawn");
            assertTrue(number(browser, drawnPixels("#loop-10")) > 100);
            browser.evaluate("window.scrollTo(0, 0)");
            browser.frames(3);
            browser.screenshot(SCREENSHOTS.resolve("compare-playing.png"));

            browser.click("#play");
            browser.frames(2);
            double paused = number(browser, millis);
            browser.frames(5);
            assertEquals(paused, number(browser, millis), "paused");
            assertEquals("Play", browser.evaluate("document.querySelector('#play').textContent"));

            assertCaptions(browser, StepLoad.HEAVY, 144);
            browser.choose("#load", "light");
            assertCaptions(browser, StepLoad.LIGHT, 144);
            browser.choose("#display", "60");
            assertCaptions(browser, StepLoad.LIGHT, 60);
            browser.choose("#load", "overload");
            assertEquals("144", browser.evaluate("document.querySelector('#display').value"));
            assertEquals("6 accumulator: crawls", caption(browser, LoopKind.ACCUMULATOR));

            browser.choose("#load", "hitch");
            assertEquals("60", browser.evaluate("document.querySelector('#display').value"));
            LoopResult clamped = ROWS.get(LoopKind.CLAMPED.ordinal());
            assertEquals(clamped.way() + ": " + clamped.hitch(), caption(browser, LoopKind.CLAMPED));

            browser.choose("#load", "heavy");
            browser.choose("#speed", "0.03125");
            browser.click("#play");
            double slow = number(browser, millis);
            browser.frames(10);
            double played = number(browser, millis) - slow;
            assertTrue(played > 0 && played < 35, "slow motion: " + played + " ms in ten frames");

            assertEquals(List.of(), browser.events("Runtime.exceptionThrown"));
            assertEquals(List.of(), browser.events("Log.entryAdded"));
            for (Map<?, ?> request : browser.events("Network.requestWillBeSent")) {
                String url = (String) ((Map<?, ?>) request.get("request")).get("url");
                assertTrue(url.startsWith("file:"), url);
            }
        }
    }

    @Test
    void withoutAScriptItSaysTheFiguresOfEachLoop() throws Exception {
        try (Browser browser = Browser.open()) {
            browser.call("Emulation.setScriptExecutionDisabled", Map.of("value", true));
            browser.load(page);
            browser.call("DOM.enable", Map.of());
            browser.call("DOM.getDocument", Map.of("depth", 0));
            assertEquals(0, count(browser, "figure > canvas"));
            assertEquals(LOOPS, count(browser, "figure[id] figcaption"));
            assertEquals(0, count(browser, "div.controls"), "no control that does nothing");
            browser.screenshot(SCREENSHOTS.resolve("compare-static.png"));
        }
    }

    private static int count(Browser browser, String selector) throws Exception {
        Map<?, ?> found = browser.call("DOM.performSearch", Map.of("query", selector));
        return ((Number) found.get("resultCount")).intValue();
    }

    private static double number(Browser browser, String expression) throws Exception {
        return ((Number) browser.evaluate(expression)).doubleValue();
    }

    private static void assertCaptions(Browser browser, StepLoad load, int fps) throws Exception {
        for (LoopResult row : ROWS) {
            MotionFigures motion = row.motions().get(load).get(FPS.indexOf(fps));
            assertEquals(row.way() + ": " + ComparePage.text(motion), caption(browser, row.way()));
        }
    }

    private static String caption(Browser browser, LoopKind way) throws Exception {
        return (String) browser.evaluate("document.querySelector('#loop-" + way.number + " figcaption').textContent");
    }

    /** Counts the pixels of the lower body's row that are not transparent. */
    private static String drawnPixels(String figure) {
        return "(() => { const c = document.querySelector('" + figure + " canvas'); c.scrollIntoView();"
                + " return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => {"
                + " const d = c.getContext('2d').getImageData(0, 36, c.width, 14).data;"
                + " let n = 0; for (let i = 3; i < d.length; i += 4) { n += d[i] > 200 ? 1 : 0; } done(n); }))); })()";
    }
}
