package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.report.JsonReader;
import io.github.freestep.benchmarks.scenes.Scenes;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StressSettingsTest {
    private final StringWriter out = new StringWriter();

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--simulation | soup | one of swarm, springs, pile, drum, pile2d, pile-bullet, pile-box2d, pile-jolt",
                "--moving | 0% | a share above 0% and at most 100%, as in 1%",
                "--step-cost | 30 | as in 3000us",
                "--fps | 0 | a whole number from 1 to 10000",
                "--fault | nope | gc, reader-stall, reader-sleep",
                "--fault | gc,hog | as in --fault gc --fault hog",
                "--fault | gc@x | NAME@SECOND:DURATION",
                "--fault | gc@1.1.1 | such as 2 or 0.5",
                "--fault | gc@15 | let it begin earlier",
            })
    void refusesAWrongValueWithTheRemedy(String option, String value, String remedy) {
        assertEquals(2, run(option, value));
        String message = out.toString().lines().findFirst().orElseThrow();
        assertTrue(message.contains(value) && message.contains(remedy), message);
    }

    @Test
    void refusesAStepOfMoreThanTenSeconds() {
        assertEquals(2, run("--rate", "1", "--step-cost", "10000%"));
        assertTrue(
                out.toString()
                        .startsWith("--step-cost must be at most 10.0 s a step, was 10000%, "
                                + "which is 100 s a step at --rate 1"),
                out::toString);
    }

    @Test
    void refusesRestingBodiesInScenesThatHaveNone() {
        assertEquals(2, run("--simulation", "springs", "--moving", "1%"));
        assertTrue(out.toString().startsWith("--moving must be 100% unless the simulation is swarm"), out::toString);
    }

    @Test
    void namesTheFaultsAndTheUsualNumbersOfBodiesInTheHelp() {
        run("--help");
        String help = out.toString().replaceAll("\\s+", "");
        for (String scene : Scenes.names()) {
            int bodies = Scenes.usualBodies(scene);
            assertTrue(help.contains(bodies == 1_000 ? "Default:1000;" : "of" + scene + bodies), scene);
        }
        for (FaultKind fault : FaultKind.values()) {
            assertTrue(help.contains(fault.toString()), () -> fault + " in " + out);
        }
    }

    @Test
    void refusesAReportThatCannotBeWrittenBeforeTheRun() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "as it was");
        assertEquals(2, run("--report", file.resolve("report").toString()));
        assertTrue(
                out.toString().contains("--report must be a folder that can be created, was \"" + file), out::toString);
    }

    @Test
    void namesTheFiguresAndSaysThatFaultsShowInThem() {
        String options = " --bodies 10 --step-cost 0us --fps 1,2,3,4,5,6,7,8 --fault ";
        assertEquals(0, run(("--seconds 2" + options + "pause@0.2:0.1").split(" ")), out::toString);
        List<String> lines = out.toString().lines().toList();
        int names = lines.indexOf(lines.stream()
                .filter(line -> line.contains("late p99"))
                .findFirst()
                .orElseThrow());
        assertTrue(lines.get(names + 1).matches(" *[0-9]+ s .*"), out::toString);
        assertTrue(lines.get(names + 2).matches(" *[0-9]+ s .*"), out::toString);
        assertTrue(lines.subList(names, names + 3).stream().allMatch(line -> line.length() < 100), out::toString);
        assertTrue(
                lines.subList(names + 1, names + 3).stream().anyMatch(line -> line.endsWith("  pause")),
                () -> "even if the fault ended within the second: " + out);
        int verdict = lines.size() - 1;
        assertTrue(lines.get(verdict).startsWith("passed: "), out::toString);
        assertTrue(lines.contains("these figures include the effects of the faults"), out::toString);
        out.getBuffer().setLength(0);
        assertEquals(0, run(("--seconds 1" + options + "none").split(" ")), out::toString);
        assertFalse(out.toString().contains("effects of the faults"), out::toString);
    }

    @Test
    void saysInTheVerdictThatAWorldIsTooHeavy() {
        String options = "--seconds 2 --bodies 10 --fault none --fps 60 --step-cost 200%";
        assertEquals(0, run(options.split(" ")), out::toString);
        assertTrue(
                out.toString().contains("passed: every promise")
                        && out.toString().contains("; in the end, simulation time ran at "),
                out::toString);
    }

    @Test
    void writesEverythingToTheReport() throws Exception {
        Path report = folder.resolve("a/b");
        String options = "--seconds 2 --bodies 40 --rate 120/1 --fps 90,300 --step-cost 100us"
                + " --seed 7 --fault pause@0.5:0.2 --fault burst@0.9:0.1 --report ";
        assertEquals(0, run((options + report).split(" ")), out::toString);
        String json = Files.readString(report.resolve("report.json"));
        Map<?, ?> all = (Map<?, ?>) new JsonReader(json).all();
        assertEquals("passed", all.get("verdict"));
        assertEquals(List.of(), all.get("violations"));
        Map<?, ?> settings = (Map<?, ?>) all.get("settings");
        assertEquals("120", settings.get("rate"));
        assertEquals(7.0, settings.get("seed"));
        List<?> frames = (List<?>) all.get("frames");
        assertEquals(2, frames.size());
        assertTrue(
                (double) ((Map<?, ?>) ((Map<?, ?>) ((Map<?, ?>) frames.get(1)).get("frames")).get("motion"))
                                .get("frames")
                        > 0,
                json);
        List<?> faults = (List<?>) all.get("faults");
        assertEquals("pause", ((Map<?, ?>) faults.get(0)).get("fault"));
        assertEquals("burst", ((Map<?, ?>) faults.get(1)).get("fault"));
        double paused = (double) ((Map<?, ?>) ((Map<?, ?>) all.get("ticks")).get("ledger")).get("pausedNanos");
        assertTrue(paused > 100e6, json);
        Map<?, ?> input = (Map<?, ?>) all.get("input");
        assertTrue((double) input.get("accepted") > 0, json);
        String html = Files.readString(report.resolve("report.html"));
        assertTrue(html.contains("passed: every promise") && html.contains("<canvas"), "the page");
    }

    private int run(String... args) {
        return Runs.run(out, args);
    }
}
