package io.github.freestep.benchmarks.examples;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.github.freestep.testing.OtherProcess;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Draws with the shader that blends two states, off-screen, each time in a process of its own. */
class BlendedBoxesTest {
    /** Few pixels are at an edge that one way draws, and the other does not. */
    @Test
    void theShaderDrawsWhatMatricesDraw() throws Exception {
        String line = run(BlendPictures.class).get(0);
        int[] figures = Arrays.stream(line.split("\\D+"))
                .skip(1)
                .mapToInt(Integer::parseInt)
                .toArray();
        // Bridged, with an error, and corrected.
        assertTrue(figures[0] > 20 && figures[1] > 20 && figures[2] > 50 && figures[2] < 300, line);
        assertTrue(figures[3] > 1_000_000 && figures[4] < figures[3] / 20_000, line);
        assertTrue(figures[5] <= 1, line);
    }

    // The example runs as it is.
    @EnabledIfSystemProperty(named = "thorough", matches = ".*")
    @Test
    void theExampleUploadsEachStateOnce() throws Exception {
        List<String> lines = run(BlendedBoxes.class);
        int[] figures = Arrays.stream(lines.get(3).split("\\D+"))
                .mapToInt(Integer::parseInt)
                .toArray();
        // Of 900 boxes. The state before the first tick counts, too.
        assertTrue(figures[2] <= (figures[1] + 1) * 25.2, lines::toString);
    }

    private static List<String> run(Class<?> main) throws Exception {
        String[] access = {"--enable-native-access=ALL-UNNAMED"};
        ProcessBuilder builder = OtherProcess.with(Runtime.version().feature() >= 24 ? access : new String[0])
                .command(main);
        builder.environment().remove("DISPLAY");
        builder.environment().remove("WAYLAND_DISPLAY");
        builder.environment().put("LP_NUM_THREADS", "0"); // Mesa then draws on the thread that calls it
        List<String> lines = OtherProcess.output(builder, line -> false).lines().toList();
        assumeFalse(lines.get(0).startsWith("no EGL"), "no EGL");
        return lines;
    }
}
