package io.github.freestep.tools.diagnose;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import io.github.freestep.tools.Commands;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    private int run(String content) throws IOException {
        Path file = Files.writeString(folder.resolve("run.csv"), content);
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Commands.run(new DiagnoseCommand(), out, err, file.toString());
    }

    @Test
    void eachErrorHasItsCause() throws IOException {
        assertEquals(1, run(sample), err::toString);
        String printed = out.toString();
        assertTrue(printed.startsWith("ours.exe: 179 frames on the screen.\n"), printed);
        assertTrue(printed.contains("of 178 frames; frames not displayed: 1."), printed);
        assertTrue(printed.contains("  wrong simulation time            2 frames, up to    6."), printed);
        assertTrue(printed.contains("  late frame                       2 frames, up to    9."), printed);
        assertTrue(printed.contains("  missed refresh                   2 frames, up to   16."), printed);
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
        assertEquals(usual.split("\n")[1], out.toString().split("\n")[1], "by the lengths of frames");
        String even = sample.lines().limit(80).reduce("", (all, line) -> all + line + "\n");
        assertEquals(0, run(even), out::toString);
    }

    /** As in a file that PresentMon is still writing. */
    @Test
    void aLastLineThatIsCutOffIsLeftOutAndANameInQuotesMayHaveCommas() throws IOException {
        String quoted = sample.replace("ours.exe", "\"ours, and more.exe\"");
        assertEquals(1, run(quoted.substring(0, quoted.length() - 40)), err::toString);
        String headline = out.toString().lines().findFirst().orElse("");
        assertEquals(
                "ours, and more.exe: 178 frames on the screen; the last line is cut off, so" + " it was left out.",
                headline);
    }

    /** Each value is of the given columns of the sample, or the one that a function makes of this row and the next. */
    private String columns(String header, BiFunction<String[], String[], String> row) {
        List<String[]> rows =
                sample.lines().skip(1).map(line -> line.split(",", -1)).toList();
        StringBuilder all = new StringBuilder("Application,ProcessID,SwapChainAddress," + header + "\n");
        for (int i = 0; i < rows.size(); i++) {
            String[] values = rows.get(i);
            all.append(String.join(",", values[0], values[1], values[2]))
                    .append("," + row.apply(values, rows.get(Math.min(i + 1, rows.size() - 1))) + "\n");
        }
        return all.toString();
    }

    /** With {@code --v2_metrics}, each row says how long its own frame was on the screen. */
    @Test
    void theMetricsOfVersion2HaveTheSameErrors() throws IOException {
        run(sample);
        String usual = out.toString();
        String header = "CPUStartTime,FrameTime,DisplayLatency,DisplayedTime,AnimationError,AnimationTime";
        String v2 = columns(header, (row, next) -> {
            // The frame before the one that is never shown is followed by the one after that.
            String shown = next[11].equals("NA") ? "16.6682" : next[11];
            return String.join(",", row[15], row[16], row[14], shown, row[23], row[24]);
        });
        assertEquals(1, run(v2), err::toString);
        assertEquals(usual, out.toString());
    }

    /**
     * By the definition of PresentMon, "the difference between the previous frame's CPU delta and display delta": its
     * source subtracts the screen time of the last displayed frame from that of this one, and likewise for the starts
     * of the CPU, so a row has the error of the interval before it. {@code FrameTime} and {@code DisplayedTime} of a
     * row are those of the interval after it.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "CPUStartTime,FrameTime,DisplayLatency,DisplayedTime",
                "FrameTime,DisplayLatency,DisplayedTime",
                "MsBetweenAppStart,DisplayLatency,DisplayedTime",
                "CPUStartTime,DisplayLatency,MsBetweenDisplayChange"
            })
    void theErrorOfARowIsThatOfTheIntervalBeforeIt(String header) throws IOException {
        Random random = Seeds.random(1);
        int rows = 200;
        long[] began = new long[rows + 1];
        long[] shown = new long[rows + 1];
        for (int i = 1; i <= rows; i++) {
            began[i] = began[i - 1] + 100_000 + random.nextInt(100_000);
            shown[i] = shown[i - 1] + 100_000 + random.nextInt(100_000);
        }
        StringBuilder all = new StringBuilder("Application,ProcessID,SwapChainAddress," + header + "\n");
        for (int i = 0; i < rows; i++) {
            Map<String, String> row = new HashMap<>();
            row.put("CPUStartTime", millis(began[i]));
            row.put("FrameTime", millis(began[i + 1] - began[i]));
            row.put("MsBetweenAppStart", millis(began[i + 1] - began[i]));
            row.put("DisplayLatency", "20.0000");
            row.put("DisplayedTime", millis(shown[i + 1] - shown[i]));
            row.put("MsBetweenDisplayChange", i == 0 ? "NA" : millis(shown[i] - shown[i - 1]));
            all.append("a.exe,1,0x1");
            for (String name : header.split(",")) {
                all.append(",").append(row.get(name));
            }
            all.append("\n");
        }
        long[] errors = IntStream.range(1, rows)
                .mapToLong(i -> Math.abs(began[i] - began[i - 1] - shown[i] + shown[i - 1]))
                .toArray();
        run(all.toString());
        String expected = String.format(
                Locale.ROOT,
                "above 1 ms %.2f %%, above 4 ms %.2f %% of 199 frames",
                100.0 * Arrays.stream(errors).filter(each -> each > 10_000).count() / errors.length,
                100.0 * Arrays.stream(errors).filter(each -> each > 40_000).count() / errors.length);
        assertTrue(out.toString().contains(expected), () -> expected + ": " + out);
    }

    private static String millis(long tenthsOfMicros) {
        return BigDecimal.valueOf(tenthsOfMicros, 4).toString();
    }

    @Test
    void whatPresentMonDoesNotWriteIsRefusedInOneLine() throws IOException {
        refused(all -> all.replace("MsUntilDisplayed", "Other"), "it has no column MsUntilDisplayed");
        refused(all -> all.replace(",CPUStartTimeInMs,", ",Dropped,"), "it is of PresentMon 1");
        refused(all -> all.replace("1,0,0,Hardware", "1,0,\"0,Hardware"), "line 2 must have 28 values");
        refused(all -> replaceLast(all, "1e999999999"), "line 181 must have times in milliseconds or NA");
        refused(all -> replaceLast(all, "NaN"), "had \"NaN\"");
        refused(all -> replaceLast(all, "\u001b[2J"), "had \"?[2J\"");
        refused(all -> replaceLast(all, "9".repeat(20_000)), "line 181 is longer than 16384 bytes");
        refused(all -> all.substring(0, all.indexOf('\n') + 1), "it has no frame");
    }

    /** Puts another value in place of the last animation time. */
    private static String replaceLast(String all, String value) {
        String[] lines = all.split("\n");
        String[] values = lines[lines.length - 1].split(",", -1);
        values[24] = value;
        lines[lines.length - 1] = String.join(",", values);
        return String.join("\n", lines) + "\n";
    }

    private void refused(UnaryOperator<String> damage, String why) throws IOException {
        assertEquals(2, run(damage.apply(sample)), out::toString);
        assertTrue(
                err.toString().lines().findFirst().orElse("").contains(".csv: ")
                        && err.toString().contains(why),
                () -> why + ": " + err);
        assertEquals("", out.toString());
    }
}
