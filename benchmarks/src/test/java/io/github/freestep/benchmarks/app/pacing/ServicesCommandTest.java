package io.github.freestep.benchmarks.app.pacing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.benchmarks.report.Json;
import io.github.freestep.benchmarks.report.JsonReader;
import io.github.freestep.benchmarks.scenes.StepCost;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ServicesCommandTest {
    private final StringWriter out = new StringWriter();

    @TempDir
    Path folder;

    @Test
    void aShortRunOfEachWayPrintsTheTableAndWritesTheFile() throws Exception {
        Path file = folder.resolve("services.json");
        assertEquals(0, runShort("20", "--rate", "50", "--json", file.toString()), out::toString);
        for (String row :
                List.of("own thread +1", "group of one +1", "2 workers +20", "own threads +20", "by hand +20")) {
            assertTrue(
                    has(row + " +[0-9.]+( +[0-9.]+ [nmu]?s){3} +[0-9]+ +[0-9]+ +[0-9]+ +(-|-?[0-9.]+)"), out::toString);
        }
        assertTrue(has("group of one: CPU at most 5 % above that of a service with its own thread: .*"), out::toString);
        assertTrue(has("2 workers: no tick lost: .*"), out::toString);
        assertTrue(has("2 workers: less than 64 kB of heap per service: .*"), out::toString);
        String json = Files.readString(file);
        assertEquals(json.trim(), Json.write(new JsonReader(json).all()), "the file reads back as it was written");
        Map<?, ?> all = (Map<?, ?>) new JsonReader(json).all();
        assertEquals(20.0, ((Map<?, ?>) all.get("settings")).get("services"));
        Map<?, ?> rows = (Map<?, ?>) all.get("rows");
        assertEquals(
                List.of("own thread", "group of one", "2 workers", "own threads", "by hand"),
                List.copyOf(rows.keySet()));
        Map<?, ?> row = (Map<?, ?>) rows.get("2 workers");
        assertEquals(List.of(row.get("median")), row.get("rounds"), "the median of one round is that round");
        assertTrue((double) ((Map<?, ?>) row.get("median")).get("cpuPercent") > 0, json);
    }

    @Test
    void aHeavyServiceIsLeftOutOfTheFigures() {
        assertEquals(0, runShort("2", "--heavy", "200ms", "--rows", "1 worker"), out::toString);
        assertTrue(has("2 services of 16 bodies at 100 Hz.*; each step of one service takes 200 ms"), out::toString);
        assertTrue(has("1 worker: p99 of the light services at most 201 ms: .*"), out::toString);
        assertFalse(out.toString().contains("CPU at most"), out::toString);
    }

    @Test
    void skipsTooManyThreadsUnlessTheyAreNamed() {
        assertTrue(new ServicesPlan(200, List.of(2), 100, 16, StepCost.NONE)
                .rows(null).stream().anyMatch(row -> row.name().equals("own threads")));
        ServicesPlan many = new ServicesPlan(201, List.of(1, 2, 2), 100, 16, StepCost.NONE);
        assertEquals(
                List.of("own thread", "group of one", "1 worker", "2 workers", "by hand"),
                many.rows(null).stream().map(ServicesPlan.Row::name).toList());
        assertEquals(1, many.rows(List.of("own threads")).size());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SERVICES must be a whole number from 1 to 10000, was 0 | 0",
                "SERVICES must be a whole number from 1 to 10000, was many | many",
                "SERVICES must be at least 2 with --heavy, which makes one of them heavy, was 1 | 1 --heavy 5ms",
                "--workers must be a whole number from 1 to 64, was 0 | 9 --workers 2,0",
                "--rate must be a whole number from 1 to 1000, was 1001 | 9 --rate 1001",
                "--bodies must be a whole number from 1 to 10000, was 0 | 9 --bodies 0",
                "--heavy must be a time up to 10 s, as in 3000us or 3ms | 9 --heavy slow",
                "--heavy must be at most 10.0 s a step, was 10000% | 9 --rate 1 --heavy 10000%",
                "--seconds must be at most 10 with 10000 services at 100 Hz | 10000 --seconds 11",
                "--rows must be some of own thread, group of one, 3 workers, own threads, by hand, was \"2 workers\""
                        + " | 9 --workers 3 --rows '2 workers'",
            })
    void refusesBadOptionsAndNamesThem(String message, String args) {
        assertEquals(2, run(args.replace("'2 workers'", "2_workers").split(" ")), message);
        assertTrue(out.toString().replace('_', ' ').contains(message), out::toString);
    }

    @Test
    void refusesAnOptionThatWouldBeIgnored() {
        assertEquals(2, execute("--rate", "20", "--services", "9"), out::toString);
        assertTrue(out.toString().startsWith("--rate must come after services, was before it"), out::toString);
    }

    private boolean has(String line) {
        return out.toString().lines().anyMatch(each -> each.matches(line));
    }

    private int runShort(String... args) {
        return run(with(args, "--seconds", "1", "--rounds", "1", "--warm-up", "50"));
    }

    private int run(String... args) {
        return execute(with(new String[] {"--services"}, args));
    }

    private static String[] with(String[] first, String... others) {
        return Stream.concat(Arrays.stream(first), Arrays.stream(others)).toArray(String[]::new);
    }

    private int execute(String... args) {
        CommandLine command = Options.commandLine(new PacingCommand());
        command.setOut(new PrintWriter(out));
        command.setErr(new PrintWriter(out));
        return command.execute(args);
    }
}
