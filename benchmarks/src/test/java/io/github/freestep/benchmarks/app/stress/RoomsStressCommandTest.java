package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.report.JsonReader;
import io.github.freestep.benchmarks.report.Units;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RoomsStressCommandTest {
    private final StringWriter out = new StringWriter();

    @TempDir
    Path folder;

    @Test
    void keepsEveryPromiseUnderFaultsAndWritesTheReport() throws Exception {
        Path report = folder.resolve("report");
        assertEquals(0, run("12", "--seconds", "3", "--seed", "5", "--report", report.toString()), out::toString);
        assertTrue(out.toString().contains("passed: every promise was kept"), out::toString);
        Map<?, ?> all = (Map<?, ?>) new JsonReader(Files.readString(report.resolve("report.json"))).all();
        assertEquals("passed", all.get("verdict"));
        assertEquals(List.of(), all.get("violations"));
        assertTrue((double) all.get("states") > 12, out::toString);
        assertTrue((double) all.get("services") >= 12, out::toString);
        String html = Files.readString(report.resolve("report.html"));
        assertTrue(html.contains("<canvas"), "the page");
        long p99 = Math.round((double) ((Map<?, ?>) all.get("lateness")).get("p99Nanos"));
        String verdict = "passed: every promise was kept; 99 % of the ticks began at most " + Units.time(p99) + " late";
        assertTrue(out.toString().contains("\n" + verdict + "\n"), out::toString);
        assertTrue(html.contains(" " + verdict + "</p>"), "the verdict of the page");
        assertTrue(html.length() < 300_000, "the page");
    }

    @ParameterizedTest
    @EnumSource(names = {"RESTART", "FAIL"})
    void startsRoomsAgain(FaultKind fault) {
        assertEquals(0, run("4", "--seconds", "1", "--fault", fault.toString()), out::toString);
        assertTrue(out.toString().matches("(?s).*faults: \\{" + fault + "=[0-9]+\\}\\R.*"), out::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--rooms must be a whole number from 1 to 10000, was 0 | 0",
                "--bodies must be at most 10000, was 10001 | 9 --bodies 10001",
                "--fault must be one of gc, slow-step, throwing-step, pause, scale, burst, hog, restart, fail, | 9 --fault flood",
                "--plant must be one of [none, torn, | 9 --plant backward",
            })
    void refusesBadOptionsAndNamesThem(String message, String args) {
        assertEquals(2, run(args.split(" ")), message);
        assertTrue(out.toString().startsWith(message), out::toString);
    }

    @Test
    void refusesOptionsThatWouldBeIgnored() {
        assertEquals(2, run("9", "--fps", "60"));
        assertTrue(out.toString().startsWith("--fps must not be given with --rooms"), out::toString);
        out.getBuffer().setLength(0);
        assertEquals(2, Runs.run(out, "--loss", "3"));
        assertTrue(
                out.toString().startsWith("--loss must not be given without --rooms, --remote or --match"),
                out::toString);
        assertEquals(2, run("9", "--match"));
    }

    private int run(String... args) {
        return Runs.run(
                out, Stream.concat(Stream.of("--rooms"), Stream.of(args)).toArray(String[]::new));
    }
}
