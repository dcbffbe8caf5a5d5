package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.badlogic.gdx.utils.JsonReader;
import com.badlogic.gdx.utils.JsonValue;
import io.github.freestep.benchmarks.report.Units;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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
        JsonValue all = new JsonReader().parse(Files.readString(report.resolve("report.json")));
        assertEquals("passed", all.getString("verdict"));
        assertEquals(0, all.get("violations").size);
        assertTrue(all.getLong("states") > 12 && all.getLong("services") >= 12, out::toString);
        String html = Files.readString(report.resolve("report.html"));
        assertTrue(html.contains("<canvas"), "the page");
        long p99 = Math.round(all.get("lateness").getDouble("p99Nanos"));
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

    @Test
    void refusesOptionsThatWouldBeIgnored() {
        assertEquals(2, run("9", "--fps", "60"));
        assertTrue(out.toString().startsWith("--fps must not be given with --rooms"), out::toString);
    }

    private int run(String... args) {
        return Runs.run(
                out, Stream.concat(Stream.of("--rooms"), Stream.of(args)).toArray(String[]::new));
    }
}
