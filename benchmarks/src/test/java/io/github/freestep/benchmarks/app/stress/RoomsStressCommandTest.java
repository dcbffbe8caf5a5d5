package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
        String html = Files.readString(report.resolve("report.html"));
        String verdict = out.toString()
                .lines()
                .filter(line -> line.matches("passed: every promise was kept; 99 % of the ticks began at most .* late"))
                .findFirst()
                .orElseThrow();
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
