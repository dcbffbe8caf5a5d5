package io.github.freestep.tools.diagnose;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import io.github.freestep.tools.Commands;
import io.github.freestep.tools.diagnose.FramesCsv.Kind;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A table of frames with chosen faults, and what {@code diagnose} says of it. */
class FramesCsvTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int diagnose(String... lines) throws IOException {
        Path file = folder.resolve("own.csv");
        Files.write(file, List.of(lines));
        return Commands.run(new DiagnoseCommand(), out, err, file.toString());
    }

    @Test
    void eachPlantedFaultIsToldByItsKind() throws IOException {
        Map<Kind, Integer> faults =
                Map.of(Kind.LATE_STEP, 5, Kind.LATE_FRAME, 6, Kind.MISSED_REFRESH, 5, Kind.WRONG_TIME, 6);
        for (int i = 0; i < 10; i++) {
            Path file = folder.resolve("frames.csv");
            Files.writeString(file, PlantedFrames.csv(faults, Seeds.splittable(i)));
            Map<Kind, Integer> told = new EnumMap<>(Kind.class);
            new FramesCsv(file).faults.forEach(fault -> told.merge(fault.kind(), 1, Integer::sum));
            assertEquals(faults, told, "with the seed " + i);
        }
    }

    @Test
    void evenFramesHaveNoFault() throws IOException {
        assertEquals(
                0,
                diagnose(
                        PlantedFrames.csv(Map.of(), Seeds.splittable(1)).lines().toArray(String[]::new)),
                err::toString);
        assertEquals(
                "1,200 frames on the screen and 0 that were not, half of them 16.67 ms or less after the one before."
                        + " The picture was 25.0 ms old. Judder was 0.00 %; 0 frames"
                        + " stood still, and 0 jumped.\n",
                out.toString());
    }

    @Test
    void columnsMayHaveAnyOrderAndFramesMayBeDropped() throws IOException {
        int exit = diagnose(
                "displayed_ms,x,made_ms,shown_ms",
                "10,a,0,0",
                "NA,b,NA,NA",
                "\"30\",\"c, d\",20,\"20\"",
                "40,d,30,30",
                "50,e,40,40");
        assertTrue(out.toString().startsWith("4 frames on the screen and 1 that were not"), () -> out + "" + err);
        assertEquals(1, exit);
    }

    /** As programs of several languages write them, with the time of day, and with a pause of the game. */
    @Test
    void numbersAndNamesMayHaveAnyUsualForm() throws IOException {
        List<String> lines = new ArrayList<>(List.of("\"shown_ms\", made_ms ,displayed_ms,place"));
        for (int i = 0; i < 100; i++) {
            long shown = 10L * (i < 50 ? i : Math.max(50, i - 20));
            lines.add(shown + ".5, " + (1_795_919_804_000L + 10 * i) + "," + (1_795_919_804_010L + 10 * i) + "," + shown
                    + "E-4");
        }
        assertEquals(1, diagnose(lines.toArray(String[]::new)), err::toString);
        List<String> said = out.toString().lines().toList();
        assertEquals(2, said.size(), said::toString);
        assertTrue(said.get(1).startsWith("late step        at 1795919804.5"), said::toString);
    }

    /** As of a game with 30 steps a second on a display of 60 Hz that draws the newest state. */
    @Test
    void repeatedPicturesStandStillAndJump() throws IOException {
        List<String> lines = new ArrayList<>(List.of("shown_ms,made_ms,displayed_ms"));
        for (int i = 0; i < 101; i++) {
            lines.add(20 * (i / 2) + "," + 10 * i + "," + (10 * i + 10));
        }
        diagnose(lines.toArray(String[]::new));
        List<String> said = out.toString().lines().toList();
        assertTrue(said.get(0).endsWith("; 50 frames stood still, and 50 jumped."), said::toString);
        // No step is late, because each picture stands still for one frame.
        assertTrue(said.get(1).startsWith("wrong time "), said::toString);
        assertEquals(2, said.size(), said::toString);
        lines.subList(50, 54).replaceAll(line -> line.replaceFirst("\\d+", "480"));
        out.getBuffer().setLength(0);
        diagnose(lines.toArray(String[]::new));
        said = out.toString().lines().toList();
        assertTrue(said.get(1).startsWith("late step "), said::toString);
    }

    /** As of a simulation that cannot keep up, but whose picture never stands still. One that stays as old is wrong. */
    @ParameterizedTest
    @CsvSource({"50, late step", "1000, wrong time"})
    void aPictureThatGetsOlderAndOlderWaitsForSteps(int framesToTheNextLoss, String kind) throws IOException {
        List<String> lines = new ArrayList<>(List.of("shown_ms,made_ms,displayed_ms"));
        for (int i = 0; i < 300; i++) {
            int lost = i < 50 ? 0 : 7 + 7 * ((i - 50) / framesToTheNextLoss);
            lines.add((10 * i - lost) + "," + 10 * i + "," + (10 * i + 10));
        }
        assertEquals(1, diagnose(lines.toArray(String[]::new)), err::toString);
        String first = out.toString().lines().toList().get(1);
        assertTrue(first.startsWith(kind), first);
    }

    /** Pictures that are seldom older than usual wait for something. Those that sway have wrong times. */
    @ParameterizedTest
    @CsvSource({"0 0 0 2, late step", "1 0 1 2, wrong time"})
    void errorsThatAreSmallOneByOneAreToldTogether(String ages, String kind) throws IOException {
        List<String> lines = new ArrayList<>(List.of("shown_ms,made_ms,displayed_ms"));
        for (int i = 0; i < 101; i++) {
            int old = Integer.parseInt(ages.split(" ")[i % 4]);
            lines.add((100 + 10 * i - old) + "," + 10 * i + "," + (10 * i + 10));
        }
        assertEquals(1, diagnose(lines.toArray(String[]::new)), err::toString);
        List<String> said = out.toString().lines().toList();
        assertTrue(said.get(1).startsWith(kind), said::toString);
        assertEquals(2, said.size(), said::toString);
    }

    @Test
    void tablesThatAreWrongSayWhatIs() throws IOException {
        String names = "shown_ms,made_ms,displayed_ms";
        Map<String, String> said = Map.of(
                "0,0,1\n1,1,1", "times in displayed_ms must rise, were 1.0 and then 1.0",
                "0,0,1", "it needs three frames on the screen, had 1",
                "0,NA,1", "must have a number in made_ms",
                "0,0,1\n0,1,2\n0,2,3", "times in shown_ms must rise from the first frame to the last, were 0.0 and 0.0",
                "1e999999999,0,1", "must have numbers or NA, had \"1e999999999\"",
                "0,0", "line 2 must have 3 values, had 2");
        for (Map.Entry<String, String> each : said.entrySet()) {
            assertEquals(2, diagnose(names, each.getKey()), each::getKey);
            assertTrue(err.toString().contains(each.getValue()), () -> each.getValue() + " is not in " + err);
        }
    }
}
