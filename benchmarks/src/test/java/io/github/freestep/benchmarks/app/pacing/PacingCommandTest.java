package io.github.freestep.benchmarks.app.pacing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.benchmarks.report.Json;
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

class PacingCommandTest {
    private final StringWriter out = new StringWriter();

    @TempDir
    Path folder;

    @Test
    void aShortRunPrintsTheTableAndWritesTheFile() throws Exception {
        Path file = folder.resolve("pacing.json");
        String[] args = {
            "--seconds",
            "1",
            "--rounds",
            "1",
            "--warm-up",
            "5",
            "--rows",
            "freestep,parkNanos",
            "--json",
            file.toString()
        };
        assertEquals(0, run(args), out::toString);
        assertTrue(has("freestep( +-?[0-9.]+){4}( +\\S+\\.\\.\\S+){2}( +[0-9.]+){3} +[+-]\\d+"), out::toString);
        assertTrue(has("parkNanos .*"), out::toString);
        assertFalse(has("sleep .*"), out::toString);
        assertTrue(has("freestep: timer slack .*"), out::toString);
        assertTrue(has("freestep: median lateness at most 10 us: .*"), out::toString);
        String json = Files.readString(file);
        assertEquals(json.trim(), Json.write(new JsonReader(json).all()), "the file reads back as it was written");
        Map<?, ?> all = (Map<?, ?>) new JsonReader(json).all();
        assertEquals(Map.of("rate", 100.0, "seconds", 1.0, "rounds", 1.0), all.get("settings"));
        Map<?, ?> rows = (Map<?, ?>) all.get("rows");
        assertEquals(List.of("freestep", "parkNanos"), List.copyOf(rows.keySet()));
        Map<?, ?> row = (Map<?, ?>) rows.get("freestep");
        assertEquals(List.of(row.get("median")), row.get("rounds"), "the median of one round is that round");
        assertTrue((double) ((Map<?, ?>) row.get("median")).get("cpuPercent") > 0, json);
        assertTrue((double) ((Map<?, ?>) row.get("median")).get("processCpuPercent") >= 0, json);
    }

    @Test
    void refusesBadOptionsAndNamesThem() {
        assertRefused("--rate must be a whole number from 1 to 1000, was 0", "--rate", "0");
        assertRefused("was 1001", "--rate", "1001", "--rows", "parkNanos", "--seconds", "1", "--rounds", "1");
        assertRefused("--seconds must be a whole number from 1 to 3600, was 0", "--seconds", "0");
        assertRefused("--rounds must be a whole number from 1 to 1000, was -1", "--rounds", "-1");
        assertRefused(
                "--rows must be some of freestep, freestep step, freestep input, freestep recorded, freestep wait, "
                        + "freestep budget 0, freestep budget 5, freestep budget 20, freestep real time, sleep, "
                        + "parkNanos, scheduled executor, spin, cyclictest, cyclictest fifo,"
                        + " was \"nap\"",
                "--rows",
                "sleep,nap");
    }

    private void assertRefused(String message, String... args) {
        assertEquals(2, run(args), message);
        assertTrue(out.toString().contains(message), out::toString);
    }

    private boolean has(String line) {
        return out.toString().lines().anyMatch(each -> each.matches(line));
    }

    private int run(String... args) {
        CommandLine command = Options.commandLine(new PacingCommand());
        command.setOut(new PrintWriter(out));
        command.setErr(new PrintWriter(out));
        return command.execute(args);
    }
}
