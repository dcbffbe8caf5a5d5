package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
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
                "--simulation= | soup | one of [swarm, springs, pile, pile2d, pile-bullet, pile-box2d, pile-jolt]",
                "--step-cost= | 30 | as in 3000us",
                "--fps= | 0 | a whole number from 1 to 10000",
                "--fault= | nope | gc, reader-stall, reader-sleep",
                "--fault= | gc,hog | as in --fault gc --fault hog",
                "--fault= | gc@x | NAME@SECOND:DURATION",
                "--fault= | gc@1.1.1 | such as 2 or 0.5",
                "--fault= | gc@15 | let it begin earlier",
            })
    void refusesAWrongValueWithTheRemedy(String option, String value, String remedy) {
        assertEquals(2, run((option + value).split(" ")));
        String message = out.toString().lines().findFirst().orElseThrow();
        assertTrue(message.contains(value) && message.contains(remedy), message);
    }

    @Test
    void refusesAReportThatCannotBeWrittenBeforeTheRun() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "as it was");
        assertEquals(2, run("--report", file.resolve("report").toString()));
        assertTrue(
                out.toString().contains("--report must be a folder that can be created, was \"" + file), out::toString);
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

    private int run(String... args) {
        return Runs.run(out, args);
    }
}
