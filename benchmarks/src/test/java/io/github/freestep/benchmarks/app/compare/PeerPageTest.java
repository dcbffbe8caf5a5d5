package io.github.freestep.benchmarks.app.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.compare.peers.PeerComparison;
import io.github.freestep.benchmarks.app.compare.peers.PeerTable;
import io.github.freestep.benchmarks.app.compare.peers.PlayedPeers;
import io.github.freestep.benchmarks.report.Browser;
import io.github.freestep.benchmarks.report.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page of peers in a browser. Leaves a screenshot in the folder {@code target/screenshots}. */
@Timeout(120)
class PeerPageTest {
    private static final PeerComparison COMPARISON = new PeerComparison(List.of(60, 144), 1, 3, 2);
    private static final PeerTable TABLE = PlayedPeers.table(COMPARISON.fps(), COMPARISON.rounds());

    @TempDir
    Path folder;

    @Test
    void itPlaysEachPeer() throws Exception {
        Path page = Files.writeString(
                folder.resolve("peers.html"), PeerPage.html(COMPARISON, TABLE, "On a machine of a test."));
        try (Browser browser = Browser.open().load(page)) {
            assertEquals(2.0, browser.evaluate("document.querySelectorAll('.lanes figure.played > canvas').length"));
            String millis = "document.querySelector('.controls').dataset.millis";
            browser.frames(3);
            Object before = browser.evaluate(millis);
            browser.frames(10);
            assertNotEquals(before, browser.evaluate(millis), "it plays");
            assertEquals("Freestep, dyn4j: judder 0.00 %, still 0.00 %", caption(browser, "peer-Freestep-dyn4j"));
            browser.choose("#load", "pauses");
            browser.choose("#display", "60");
            browser.frames(3);
            assertEquals("dyn4j, newest step: judder 101 %, still 50.3 %", caption(browser, "peer-dyn4j-newest-step"));
            browser.screenshot(Path.of("target", "screenshots", "peers-playing.png"));
            assertEquals(List.of(), browser.events("Runtime.exceptionThrown"));
            assertEquals(List.of(), browser.events("Log.entryAdded"));
        }
    }

    private static Object caption(Browser browser, String figure) throws Exception {
        return browser.evaluate("document.querySelector('#" + figure + " figcaption').textContent");
    }

    @Test
    void theFileHasEachPlay() {
        String json = Json.write(PeerPage.json(COMPARISON, TABLE, true, Map.of("processors", 2)));
        assertTrue(json.contains("\"rounds\": 2"), json);
        // Two peers, four loads, two displays, two rounds.
        assertEquals(32, json.split("\"judderPercent\"", -1).length - 1);
        assertEquals(32, json.split("\"keyToPictureMillis\": null", -1).length - 1);
    }
}
