package io.github.freestep.benchmarks.app.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.benchmarks.app.compare.loops.LoopKind;
import io.github.freestep.benchmarks.report.JsonReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CompareCommandTest {
    private final StringWriter out = new StringWriter();

    @TempDir
    Path folder;

    @Test
    void theTablesAndTheFileHaveEveryLoop() throws Exception {
        Path file = folder.resolve("compare.json");
        assertEquals(0, run("--json", file.toString()), out::toString);
        List<String> lines = out.toString().lines().toList();
        for (LoopKind way : LoopKind.values()) {
            List<String> ofWay = lines.stream()
                    .filter(line -> line.startsWith("| " + way + " |"))
                    .toList();
            assertEquals(3, ofWay.size(), way + out.toString());
        }
        Map<?, ?> all = (Map<?, ?>) new JsonReader(Files.readString(file)).all();
        List<?> loops = (List<?>) all.get("loops");
        assertEquals(LoopKind.values().length, loops.size());
        Map<?, ?> last = (Map<?, ?>) loops.get(loops.size() - 1);
        assertTrue(((String) last.get("way")).contains("Freestep, snapped"), last::toString);
        List<?> heavy = (List<?>) ((Map<?, ?>) last.get("motions")).get("HEAVY");
        assertTrue((double) ((Map<?, ?>) heavy.get(3)).get("judder") < 0.003, heavy.toString());
        assertEquals(26.0, last.get("catchUp"));
        assertEquals(1.0, ((Map<?, ?>) all.get("settings")).get("seed"));
    }

    @Test
    void badOptionsAreNamed() throws Exception {
        assertRefused("--seconds needs --peers", "--seconds", "5");
        assertRefused("--rounds needs --peers", "--rounds", "5");
        assertRefused("--json must not be given with --peers", "--peers", "--json", "x");
    }

    @Test
    void aFileThatCantBeWrittenIsFoundBeforeTheRun() throws Exception {
        assertRefused("--json must name a place that can be written, was \"\"", "--json", "");
        Path nowhere = folder.resolve("no").resolve("file");
        assertRefused(
                "--json must name a place that can be written, was \"" + nowhere + "\"", "--json", nowhere.toString());
    }

    private void assertRefused(String message, String... args) {
        out.getBuffer().setLength(0);
        assertEquals(2, run(args), message);
        assertTrue(out.toString().contains(message), out::toString);
    }

    private int run(String... args) {
        CommandLine command = Options.commandLine(new CompareCommand());
        command.setOut(new PrintWriter(out));
        command.setErr(new PrintWriter(out));
        return command.execute(args);
    }
}
