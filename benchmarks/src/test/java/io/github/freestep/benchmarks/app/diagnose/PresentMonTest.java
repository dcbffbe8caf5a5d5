package io.github.freestep.benchmarks.app.diagnose;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.Options;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The committed file has 180 frames on a display of 60 Hz. Frame 90 misses a refresh, so that frame 91 is never shown.
 * The host makes frame 130 late by 9 ms, which the queue hides. Frame 150 has an animation time that is 6 ms too early.
 */
class PresentMonTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private String sample;

    @BeforeEach
    void read() throws IOException {
        try (InputStream in = PresentMonTest.class.getResourceAsStream("presentmon.csv")) {
            sample = new String(in.readAllBytes());
        }
    }

    private int run(String content, String... options) throws IOException {
        Path file = folder.resolve("run.csv");
        Files.writeString(file, content);
        String[] arguments = new String[options.length + 1];
        arguments[0] = file.toString();
        System.arraycopy(options, 0, arguments, 1, options.length);
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Options.commandLine(new DiagnoseCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    @Test
    void itsErrorsAreOursToTheLastDigitAndEachHasItsCause() throws IOException {
        assertEquals(1, run(sample), err::toString);
        String printed = out.toString();
        assertTrue(printed.startsWith("ours.exe: 179 frames on the screen, at multiples of 16.67 ms.\n"), printed);
        assertTrue(
                printed.contains("of 178 frames; missed refreshes: 1, repeated: 1, frames not displayed: 1."), printed);
        assertTrue(printed.contains("All 178 animation errors are those of PresentMon, to the last digit."), printed);
        assertTrue(printed.contains("  wrong simulation time            2 frames, up to    6."), printed);
        assertTrue(printed.contains("  late frame                       2 frames, up to    9."), printed);
        assertTrue(printed.contains("  missed refresh                   2 frames, up to   16."), printed);
    }

    @Test
    void aDifferenceInTheLastDigitIsNamed() throws IOException {
        assertEquals(1, run(sample.replace("16.6386,1538.9352", "16.6387,1538.9352")));
        assertTrue(
                out.toString().contains("1 of 178 animation errors differ from PresentMon's, by up to 0.0001 ms."),
                out::toString);
    }

    @Test
    void otherVersionsAndFormsAreRead() throws IOException {
        run(sample);
        String usual = out.toString();
        assertEquals(1, run("\uFEFF" + sample.replace("\n", "\r\n")), err::toString);
        assertEquals(usual, out.toString());
        String short25 = sample.lines()
                .map(line -> String.join(",", List.of(line.split(",", -1)).subList(0, 25)))
                .reduce("", (all, line) -> all + line + "\r\n");
        assertEquals(1, run(short25), err::toString);
        assertEquals(usual, out.toString(), "a needed column may be the last one");
        assertEquals(1, run(sample.replace(",CPUStartTimeInMs,", ",CPUStartQPC,")), err::toString);
        assertTrue(out.toString().contains("All 178 animation errors are those"), out::toString);
        String even = sample.lines().limit(80).reduce("", (all, line) -> all + line + "\n");
        assertEquals(0, run(even), out::toString);
    }

    /** A window behind others. */
    @Test
    void withoutAFrameOnTheScreenThereIsNothingToCompare() throws IOException {
        StringBuilder hidden = new StringBuilder();
        sample.lines()
                .limit(40)
                .forEach(line ->
                        hidden.append(hidden.isEmpty() ? line : hidden(line)).append('\n'));
        assertEquals(1, run(hidden.toString()), err::toString);
        String nothing = "There is nothing to compare: no frame on the screen has an animation error of PresentMon.\n";
        assertEquals("ours.exe: 0 frames on the screen.\n" + nothing, out.toString());
        String row = sample.lines().skip(2).findFirst().orElseThrow();
        assertEquals(1, run(hidden + row + "\n"), err::toString);
        assertTrue(out.toString().startsWith("ours.exe: 1 frame on the screen.\n"), out::toString);
        assertTrue(out.toString().endsWith(nothing), out::toString);
    }

    private String hidden(String line) {
        List<String> names = List.of(sample.lines().findFirst().orElseThrow().split(","));
        String[] values = line.split(",", -1);
        for (String name : List.of("MsUntilDisplayed", "MsBetweenDisplayChange", "MsAnimationError")) {
            values[names.indexOf(name)] = "NA";
        }
        return String.join(",", values);
    }

    @Test
    void theSwapChainWithMostFramesIsChosen() throws IOException {
        String row = sample.lines().skip(1).findFirst().orElseThrow();
        assertEquals(1, run(sample + row.replace("ours.exe,4242", "other.exe,1") + "\n"), err::toString);
        assertTrue(out.toString().startsWith("ours.exe: 179 frames"), out::toString);
        assertTrue(out.toString().contains("; other swap chains left out: 1."), out::toString);
    }

    @Test
    void whatPresentMonDoesNotWriteIsRefusedInOneLine() throws IOException {
        refused(all -> all.substring(0, all.length() - 40), "line 181 is cut off");
        refused(all -> all.replace("MsAnimationError", "Other"), "it has no column MsAnimationError");
        refused(all -> all + "ours.exe,1\n", "line 182 must have 28 values, had 2");
        refused(all -> all + "\0\n", "line 182 must have 28 values, had 1");
        refused(all -> replaceLast(all, "\0"), "had \"?\"");
        refused(all -> all + "\n", "line 182 must have 28 values, had 1");
        refused(
                all -> replaceLast(all, "1e999999999"),
                "line 181 must have times in milliseconds or NA, had \"1e999999999\"");
        refused(all -> replaceLast(all, "NaN"), "had \"NaN\"");
        refused(all -> replaceLast(all, "9".repeat(5_000)), "had \"" + "9".repeat(30) + "...\"");
        refused(all -> replaceLast(all, "9999999999999"), "had \"9999999999999\"");
        refused(all -> replaceLast(all, "\u001b[2J"), "had \"?[2J\"");
        refused(all -> replaceLast(all, "9".repeat(20_000)), "line 181 is longer than 16384 bytes");
        refused(all -> all.substring(0, all.indexOf('\n') + 1), "it has no frame");
        refused(all -> "Application,", "line 1 is cut off");
        assertEquals(
                2,
                Options.commandLine(new DiagnoseCommand())
                        .setErr(new PrintWriter(err, true))
                        .execute(folder.toString()));
        assertTrue(err.toString().contains("the recording cannot be read"), err::toString);
        StringBuilder many = new StringBuilder(sample);
        String row = sample.lines().skip(1).findFirst().orElseThrow();
        for (int process = 0; process < 64; process++) {
            many.append(row.replace(",4242,", "," + process + ",")).append('\n');
        }
        refused(all -> many.toString(), "it has more than 64 swap chains");
        assertEquals(2, run(sample, "--report", folder.toString()));
        assertTrue(err.toString().contains("--report has no effect with a CSV of PresentMon"), err::toString);
        assertEquals(2, run(sample, "--display", "60"));
    }

    /** Puts another value in place of the last animation error. */
    private static String replaceLast(String all, String value) {
        String[] lines = all.split("\n");
        String[] values = lines[lines.length - 1].split(",", -1);
        values[23] = value;
        lines[lines.length - 1] = String.join(",", values);
        return String.join("\n", lines) + "\n";
    }

    private void refused(UnaryOperator<String> damage, String why) throws IOException {
        assertEquals(2, run(damage.apply(sample)), out::toString);
        assertTrue(
                err.toString().lines().findFirst().orElse("").contains("the CSV of PresentMon cannot be read: ")
                        && err.toString().contains(why),
                () -> why + ": " + err);
        assertEquals("", out.toString());
    }
}
