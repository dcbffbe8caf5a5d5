package io.github.freestep.benchmarks.app.diagnose;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.benchmarks.report.Browser;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.trace.MotionTrace;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Traces of 6 s with or without a step of 61 ms at 4 s. */
class DiagnoseCommandTest {
    private static final long MILLI = 1_000_000;

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private boolean missesRefresh;

    private int run(String... arguments) {
        return Options.commandLine(new DiagnoseCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    private String trace(boolean slow) throws IOException {
        Path file = folder.resolve("run.motion");
        VirtualClock clock = new VirtualClock(0);
        StatePublisher publisher = StatePublisher.of(StateLayout.of(1), 4, clock, false);
        TimeAnchor anchor = new TimeAnchor();
        try (MotionTrace trace = MotionTrace.open(file);
                FrameSampler frames =
                        FrameSampler.builder(publisher.states()).trace(trace).open()) {
            long tick = 0;
            long end = 3 * MILLI;
            for (long now = 4 * MILLI; now < 6_000 * MILLI; now += 10 * MILLI) {
                for (; end <= now; tick++, end = end(tick, end, slow)) {
                    publisher.begin(tick, tick * 10 * MILLI, anchor, end - cost(tick, slow));
                    publisher.publish(end);
                }
                clock.advance(now - clock.nanoTime());
                frames.sample(now);
                long shown = now / (10 * MILLI) - 1;
                if (missesRefresh && shown > 0 && shown != 302) {
                    assertTrue(frames.displayed(shown, (shown + (shown == 301 ? 3 : 2)) * 10 * MILLI));
                }
            }
        }
        return file.toString();
    }

    private static long cost(long tick, boolean slow) {
        return slow && tick == 400 ? 61 * MILLI : 3 * MILLI;
    }

    private static long end(long tick, long before, boolean slow) {
        return Math.max(before, tick * 10 * MILLI) + cost(tick, slow);
    }

    @Test
    void theCauseAndWhatWouldHaveHelpedAreSaid() throws IOException {
        int exit = run(trace(true), "--report", folder.resolve("out").toString());
        String printed = out.toString();
        assertEquals(1, exit, err.toString());
        assertTrue(
                printed.startsWith("In 6.0 s, motion was uneven or time changed once: long step. After the first"
                        + " second, 4 frames froze and 0 frames jumped. Judder was "),
                printed);
        assertTrue(
                printed.contains(
                        "long step        at 4.01 s tick 400 was published 61 ms late, because its step took 61 ms;"
                                + " the window covers 20 ms; "),
                printed);
        assertTrue(printed.contains("tried by a replay") && printed.contains("publishEvery(2)"), printed);
        assertTrue(printed.contains(" would have left "), printed);
        assertTrue(printed.contains("  to change:     make that step cheaper"), printed);
        String page = Files.readString(folder.resolve("out/diagnose.html"));
        assertTrue(page.contains("at 4.01 s tick 400 was published 61 ms late"), "the words are on the page");
        assertTrue(page.contains("\"name\": \"picture behind\""), "the timeline is on the page");
        assertTrue(page.length() < 1 << 20, () -> page.length() + " characters");
    }

    @Test
    @Timeout(120)
    void theTimelineZoomsInABrowserAndMarksTheFinding() throws Exception {
        run(trace(true), "--report", folder.toString());
        try (Browser browser = Browser.open().load(folder.resolve("diagnose.html"))) {
            String chart = "Chart.getChart(document.querySelector('canvas'))";
            String spans = chart + ".data.datasets[2].spans";
            assertEquals("long step", browser.evaluate(spans + ".name"));
            assertTrue(((String) browser.evaluate(spans + ".names[0]")).startsWith("at 4.01 s tick 400 was"));
            String width = "(x => x.getPixelForValue(" + spans + ".to[0]) - x.getPixelForValue(" + spans + ".from[0]))("
                    + chart + ".scales.x)";
            double whole = ((Number) browser.evaluate(width)).doubleValue();
            browser.evaluate("document.querySelector('button[aria-label=\"Zoom in\"]').click()");
            browser.evaluate("document.querySelector('button[aria-label=Later]').click()");
            double zoomed = ((Number) browser.evaluate(width)).doubleValue();
            assertEquals(2, zoomed / whole, 0.1);
            assertEquals(List.of(), browser.events("Runtime.exceptionThrown"));
            assertEquals(List.of(), browser.events("Log.entryAdded"));
        }
    }

    @Test
    void evenMotionIsGood() throws IOException {
        assertEquals(0, run(trace(false)), () -> out + "" + err);
        assertTrue(out.toString().startsWith("Motion was even for 6.0 s. Judder was 0."), out::toString);
        assertTrue(out.toString().contains("On the screen: no display times: report them"), out::toString);
    }

    @Test
    void whatWasOnTheScreenIsSaidAndWhoIsToBlame() throws IOException {
        missesRefresh = true;
        assertEquals(1, run(trace(false), "--report", folder.toString()), () -> out + "" + err);
        String printed = out.toString();
        assertTrue(printed.contains("missed refresh   from 3.00 s to 3.02 s the display times were"), printed);
        assertTrue(
                printed.contains("; missed refreshes: 1, repeated: 1, frames not displayed: 1; from state"), printed);
        assertTrue(
                printed.contains("  missed refresh                   2 frames, up to   10.0 ms  the display\n"),
                printed);
        String page = Files.readString(folder.resolve("diagnose.html"));
        assertTrue(page.contains("<h2>On the screen</h2>") && page.contains("wrong simulation time"), page);
        assertTrue(page.contains("caused by"), page);
    }

    @Test
    void aRateThatDoesNotFitTheDisplayIsNamed() throws IOException {
        String file = trace(false);
        assertEquals(0, run(file, "--display", "100"), () -> out + "" + err);
        assertEquals(0, run(file, "--display", "200"), () -> out + "" + err);
        assertEquals(1, run(file, "--display", "60"), () -> out + "" + err);
        assertTrue(
                out.toString().contains("the loop made 100 frames a second, and the display has 60 Hz"), out::toString);
        assertEquals(1, run(file, "--display", "144"), () -> out + "" + err);
        assertTrue(out.toString().contains("it shows some frames longer than others"), out::toString);
        assertEquals(2, run(file, "--display", "0"));
        assertTrue(err.toString().contains("--display must be above 0 Hz, was 0.0"), err::toString);
    }

    @Test
    void aDamagedFileIsNamedAndItsBeginningDiagnosed() throws IOException {
        Path file = Path.of(trace(true));
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 100));
        assertEquals(1, run(file.toString()));
        assertTrue(out.toString().contains("The file is damaged or cut off"), out::toString);
        assertTrue(out.toString().contains("tick 400 was published"), out::toString);
    }

    /** Its frames were recorded with other readings of the clock than those that the sampler had. */
    @Test
    void aTraceThatThisReleaseReplaysDifferentlyIsNamed() throws IOException {
        Path file = folder.resolve("different.motion");
        try (InputStream committed = DiagnoseCommandTest.class.getResourceAsStream("different.motion")) {
            Files.copy(committed, file);
        }
        assertEquals(1, run(file.toString()), () -> out + "" + err);
        assertEquals(
                List.of("The replay does not show exactly what was recorded, so the figures may differ from what was"
                        + " seen. Another release of Freestep wrote the file; diagnose it with that release."),
                out.toString().lines().filter(line -> line.contains("exactly")).toList());
    }

    @Test
    void whatIsNoTraceIsRefused() throws IOException {
        assertEquals(2, run(folder.resolve("none").toString()));
        assertTrue(err.toString().contains("there is no file"), err::toString);
        Path file = Files.writeString(folder.resolve("text"), "not a motion trace, but long enough to be one");
        assertEquals(2, run(file.toString()));
        assertTrue(err.toString().contains("this is not a motion trace"), err::toString);
    }

    /** As in a run of an hour, whose lines have about a point per second. */
    @Test
    void theTimelineHasEachFrameAroundAFinding() throws IOException {
        List<Long> replays = new ArrayList<>();
        Diagnosis diagnosis = Diagnosis.of(Path.of(trace(true)), null, 20, replays::add);
        assertEquals(List.of(1L, Diagnosis.REPLAYS - 1L), replays);
        double[] times = diagnosis.detailed(lines -> lines.behind).stream()
                .mapToDouble(point -> point[0])
                .toArray();
        long around = Arrays.stream(times)
                .filter(time -> time > 4 && time < 4.2)
                .distinct()
                .count();
        long before = Arrays.stream(times)
                .filter(time -> time > 2 && time < 3)
                .distinct()
                .count();
        assertTrue(around >= 19 && before < 10, around + " points around the finding, and " + before + " before");
        assertArrayEquals(Arrays.stream(times).sorted().toArray(), times);
        double most = diagnosis.whole.behind.points().stream()
                .mapToDouble(point -> point[1])
                .max()
                .orElseThrow();
        assertEquals(
                most,
                diagnosis.detailed(lines -> lines.behind).stream()
                        .mapToDouble(point -> point[1])
                        .max()
                        .orElseThrow());
    }

    @Test
    void aSpikeOfOneFrameStaysVisibleInALongRun() {
        PeakLine line = new PeakLine(100);
        for (int i = 0; i < 1_000_000; i++) {
            line.add(i / 100.0, i == 777_777 ? 50 : 10);
        }
        double[] values = line.points().stream().mapToDouble(point -> point[1]).toArray();
        assertTrue(values.length <= 200);
        assertEquals(50, Arrays.stream(values).max().orElseThrow());
        double[] times = line.points().stream().mapToDouble(point -> point[0]).toArray();
        for (int i = 0; i < values.length; i++) {
            assertTrue(values[i] == 10 || Math.abs(times[i] - 7_777.77) < 300, "the spike is in its place");
        }
    }
}
