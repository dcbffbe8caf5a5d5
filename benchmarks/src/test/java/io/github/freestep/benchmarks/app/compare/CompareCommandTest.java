package io.github.freestep.benchmarks.app.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.Main;
import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.benchmarks.app.compare.loops.LoopKind;
import io.github.freestep.benchmarks.report.JsonReader;
import io.github.freestep.testing.OtherProcess;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import picocli.CommandLine;

class CompareCommandTest {
    private final StringWriter out = new StringWriter();

    @TempDir
    Path folder;

    @Test
    void theTableFitsATerminalAndTheFilesHaveEveryLoop() throws Exception {
        Path file = folder.resolve("compare.json");
        Path report = folder.resolve("a").resolve("report");
        assertEquals(0, run("--json", file.toString(), "--report", report.toString()), out::toString);
        out.toString()
                .lines()
                .filter(line -> !line.startsWith("report: "))
                .forEach(line -> assertTrue(line.length() <= 160, line));
        List<String> lines = out.toString().lines().toList();
        for (LoopKind way : LoopKind.values()) {
            List<String> ofWay =
                    lines.stream().filter(line -> line.startsWith(way + " ")).toList();
            assertEquals(2, ofWay.size(), way + out.toString());
            assertTrue(lines.get(lines.indexOf(ofWay.get(0)) + 1).startsWith("   first seconds  "), out::toString);
        }
        Map<?, ?> all = (Map<?, ?>) new JsonReader(Files.readString(file)).all();
        assertEquals(true, all.get("complete"));
        List<?> loops = (List<?>) all.get("loops");
        assertEquals(LoopKind.values().length, loops.size());
        Map<?, ?> last = (Map<?, ?>) loops.get(loops.size() - 1);
        assertEquals("Freestep, snapped", last.get("name"));
        Map<?, ?> heavy = (Map<?, ?>) ((Map<?, ?>) last.get("heavy")).get("144");
        assertTrue((double) heavy.get("judderPercent") < 0.3, heavy.toString());
        Map<?, ?> first = (Map<?, ?>) ((Map<?, ?>) last.get("firstSeconds")).get("heavy");
        assertEquals(heavy.keySet(), ((Map<?, ?>) first.get("144")).keySet());
        assertEquals(
                4 * LoopKind.values().length,
                Files.readString(report.resolve("compare.html")).split(">first seconds<", -1).length - 1,
                "in each part of the table");
        assertEquals(26.0, ((Map<?, ?>) last.get("stall10Minutes")).get("steps"));
        assertEquals(1.0, ((Map<?, ?>) all.get("settings")).get("seed"));
        assertDrawn(Files.readString(report.resolve("compare.html")));
    }

    /** As a process, which a signal ends: at once, in the middle of the second loop, with the first in the files. */
    @Test
    void anInterruptedComparisonLeavesTheLoopsThatWerePlayed() throws Exception {
        Path errors = folder.resolve("stderr");
        List<String> command = OtherProcess.java();
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of("compare", "--real", "--fps", "60", "--seconds", "1"));
        command.addAll(List.of("--report", folder.toString(), "--json", folder.resolve("compare.json") + ""));
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        try (BufferedReader lines = process.inputReader()) {
            String line;
            while ((line = lines.readLine()) != null && !line.startsWith("1 one step per frame")) {
                out.append(line).append('\n');
            }
            assertTrue(out.toString().contains("Takes 60 s"), out::toString);
            // Not the process's own destroy(), which would close what it still has to say.
            process.toHandle().destroy();
            while ((line = lines.readLine()) != null) {
                out.append(line).append('\n');
            }
            assertEquals(130, process.waitFor(), out::toString);
        }
        assertTrue(out.toString().contains(" of " + LoopKind.values().length + " loops were played."), out::toString);
        Map<?, ?> all = (Map<?, ?>) new JsonReader(Files.readString(folder.resolve("compare.json"))).all();
        assertEquals(false, all.get("complete"));
        Map<?, ?> first = (Map<?, ?>) ((List<?>) all.get("loops")).get(0);
        assertEquals("one step per frame", first.get("name"));
        assertTrue(Files.readString(folder.resolve("compare.html")).contains("Interrupted: "), "the page");
        assertEquals("", Files.readString(errors));
    }

    private static void assertDrawn(String html) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        Document page = factory.newDocumentBuilder()
                .parse(new InputSource(new StringReader(html.replace("<!DOCTYPE html>", ""))));
        // Where the body is; the ranking, the ball and the spring. A script draws the motion of each loop.
        int charts = LoopKind.values().length + 3;
        assertEquals(
                charts + LoopKind.values().length,
                page.getElementsByTagName("figure").getLength());
        assertEquals(charts, page.getElementsByTagName("canvas").getLength());
        Map<?, ?> films = (Map<?, ?>)
                new JsonReader(page.getElementsByTagName("script").item(0).getTextContent()).all();
        List<?> loops = (List<?>) films.get("loops");
        assertEquals(LoopKind.values().length, loops.size());
        Map<?, ?> first = (Map<?, ?>) loops.get(0);
        assertEquals(LoopKind.FREESTEP.toString(), first.get("name"));
        // Two seconds, in units of 0.01 ms, of two loads on five displays, of the overload and of the hitch.
        assertEquals(12, ((Map<?, ?>) first.get("films")).size());
        Map<?, ?> film = (Map<?, ?>) ((Map<?, ?>) first.get("films")).get("heavy 144");
        int[] steps = numbers(film.get("d"));
        assertEquals(steps.length, numbers(film.get("p")).length);
        assertEquals(200_000, IntStream.of(steps).sum(), 700);
        assertTrue(html.length() < 1_000_000, () -> html.length() + " characters");
    }

    private static int[] numbers(Object text) {
        return Stream.of(((String) text).split(" "))
                .mapToInt(number -> Integer.parseInt(number, 36))
                .toArray();
    }

    @Test
    void theDisplaysCanBeChosen() throws Exception {
        assertEquals(0, run("--fps", "50", "--seed", "3"), out::toString);
        out.toString().lines().forEach(line -> assertTrue(line.length() <= 160, line));
        assertTrue(out.toString().contains("seed 3"), out::toString);
    }

    @Test
    void badOptionsAreNamed() throws Exception {
        assertRefused("--fps must be a whole number from 20 to 1000, was 19", "--fps", "60,19");
        assertRefused("--fps must be a whole number from 20 to 1000, was 1001", "--fps", "1001");
        assertRefused("--fps must be at most 8 displays, was 9", "--fps", "60,60,60,60,60,60,60,60,60");
        assertRefused("--fps must be a whole number from 20 to 1000, was fast", "--fps", "fast");
        assertRefused("--seconds must be a whole number from 1 to 600, was 0", "--real", "--seconds", "0");
        assertRefused("--seconds needs --real or --peers", "--seconds", "5");
        assertRefused("--rounds needs --peers", "--rounds", "5");
        assertRefused("--rounds must be a whole number from 1 to 100, was 0", "--peers", "--rounds", "0");
        assertRefused("--peers does not go with --real", "--peers", "--real");
        assertRefused("--json must name a place that can be written, was \"\"", "--peers", "--json", "");
        assertRefused("--fps must be at most 8 displays, was 9", "--peers", "--fps", "60,60,60,60,60,60,60,60,60");
    }

    @Test
    void aFileThatCantBeWrittenIsFoundBeforeTheRun() throws Exception {
        assertRefused("--json must name a place that can be written, was \"\"", "--json", "");
        Path nowhere = folder.resolve("no").resolve("file");
        assertRefused(
                "--json must name a place that can be written, was \"" + nowhere + "\"", "--json", nowhere.toString());
        Path file = Files.writeString(folder.resolve("file"), "as it was");
        assertRefused(
                "--report must be a folder that can be created, was \"" + file + "\"", "--report", file.toString());
        Path json = folder.resolve("compare.json");
        assertRefused("--report must", "--json", json.toString(), "--report", file.toString());
        assertFalse(Files.exists(json), "leaves no empty file");
        assertRefused("--report must", "--json", file.toString(), "--report", file.toString());
        assertEquals("as it was", Files.readString(file));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aDiskThatIsFullIsTold() {
        assertRefused("\"/dev/full\" could not be written", "--fps", "60", "--json", "/dev/full");
        assertFalse(out.toString().contains("\tat "), out::toString);
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
