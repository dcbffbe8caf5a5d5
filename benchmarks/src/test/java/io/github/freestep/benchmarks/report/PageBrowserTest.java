package io.github.freestep.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A page with charts in headless Chromium. Skipped where there is none. */
@Tag("one-jdk")
@Timeout(120)
class PageBrowserTest {
    @TempDir
    Path folder;

    @Test
    void drawsEveryChartAndReportsNoError() throws Exception {
        Path chromium = Stream.of("chromium", "chromium-browser", "google-chrome")
                .map(name -> Path.of("/usr/bin", name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        assumeTrue(chromium != null, "no Chromium under /usr/bin: the page is not tried in a browser");
        Map<String, LineChart> charts = ChartTest.charts();
        Page page = new Page("All charts");
        charts.forEach(page::figure);
        Path file = Files.writeString(folder.resolve("page.html"), page.html());
        Path errors = folder.resolve("errors");
        Path profile = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "chromium");
        Process process = new ProcessBuilder(
                        chromium.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--disable-background-networking",
                        "--no-first-run",
                        "--user-data-dir=" + profile.toAbsolutePath(),
                        "--enable-logging=stderr",
                        "--virtual-time-budget=5000",
                        "--dump-dom",
                        file.toUri().toString())
                .redirectError(errors.toFile())
                .start();
        String drawn = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        assumeTrue(!drawn.isEmpty(), chromium + " does not start: the page is not tried in a browser");
        // Chart.js sets the size of a canvas when it draws.
        long canvases = Pattern.compile("<canvas[^>]* width=\"[1-9]")
                .matcher(drawn)
                .results()
                .count();
        assertEquals(charts.size(), canvases);
        String reported = Files.readString(errors);
        assertFalse(reported.contains("CONSOLE"), reported);
    }
}
