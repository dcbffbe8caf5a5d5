package io.github.freestep.benchmarks.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.github.freestep.testing.OtherProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Runs the examples that take keys, each in a process of its own. What they draw shows the effect of a key. */
class ExamplesRunTest {
    private static final Pattern FIGURE = Pattern.compile("-?\\d+\\.\\d+");

    /** Enter kicks the ball, and the end of the input ends the program. */
    @Test
    void aKeyKicksTheBallOfTheMainPage() throws Exception {
        Process process = OtherProcess.begin(OtherProcess.with().command(Ball.class));
        try (BufferedReader out = process.inputReader()) {
            try (Writer keys = process.outputWriter()) {
                int fallen = ball(out);
                for (int next = ball(out); next > 0; next = ball(out)) {
                    assertTrue(next <= fallen, "it rises without a key");
                    fallen = next;
                }
                keys.write('\n');
                keys.flush();
                while (ball(out) < 10) {
                    // It rises.
                }
            }
            while (out.readLine() != null) {
                // It ends.
            }
        }
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals("", err);
        assertEquals(0, process.waitFor());
    }

    /** Returns the column of the ball in the next line. */
    private static int ball(BufferedReader out) throws IOException {
        String line = out.readLine();
        assertTrue(line != null && line.matches(" *o"), line);
        return line.length() - 1;
    }

    @Test
    void aKeyBlowsUpTheToysOfLwjgl() throws Exception {
        String out = run(LwjglBoxes.class, "100");
        assumeFalse(out.startsWith("no EGL"), "skipped: " + out);
        assertTheyRise(out);
    }

    @Test
    void aKeyBlowsUpTheToysOfJmonkeyengine() throws Exception {
        assertTheyRise(run(JmeBoxes.class));
    }

    /** On a machine that is too busy for the steps, the service says so. */
    private static String run(Class<?> example, String... arguments) throws Exception {
        return OtherProcess.with()
                .ignoring(line -> line.contains(".ProblemDelivery$SystemLog ")
                        || line.matches("[A-Z]+: (OVERLOAD|HUNG_STEP): .*"))
                .start(example, arguments);
    }

    /** Without the key, toys only fall. */
    private static void assertTheyRise(String out) {
        double lowest = Double.MAX_VALUE;
        double rise = 0;
        for (String line : out.lines().toList()) {
            double height = figure(line);
            lowest = Math.min(lowest, height);
            rise = Math.max(rise, height - lowest);
        }
        assertTrue(rise > 0.5, out);
    }

    /** Returns the number with decimals of a line. */
    private static double figure(String line) {
        List<MatchResult> figures = FIGURE.matcher(line).results().toList();
        return Double.parseDouble(figures.get(0).group());
    }
}
