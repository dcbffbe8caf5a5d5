package io.github.freestep.benchmarks.app.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.freestep.benchmarks.Main;
import io.github.freestep.testing.OtherProcess;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs the command in a process, and checks exit code, output and picture. */
class ViewProcessTest {
    @TempDir
    Path folder;

    private String out;
    private String err;

    @Test
    void aPictureHasTwoHalves() throws Exception {
        Path file = folder.resolve("drum.png");
        int code = run(Map.of(), "view", "--headless", "--bodies=50", "--frames=20", "--screenshot=" + file);
        assumeTrue(code != 1 || !err.startsWith("no EGL"), () -> "skipped: " + err);
        assertEquals("", err);
        assertEquals(0, code);
        assertTrue(out.startsWith("20 frames, "), out);
        BufferedImage image = ImageIO.read(file.toFile());
        assertEquals(Window.WIDTH, image.getWidth());
        assertEquals(Window.HEIGHT, image.getHeight());
        int half = Window.WIDTH / 2;
        for (int left = 0; left < Window.WIDTH; left += half) {
            // Sky, haze, ground, and bodies of all hues.
            assertTrue(colours(image, left, half) > 1_000, "of the half from " + left);
        }
        assertFalse(Arrays.equals(title(image, 0), title(image, half)));
    }

    private static long colours(BufferedImage image, int left, int width) {
        return Arrays.stream(image.getRGB(left, 0, width, image.getHeight(), null, 0, width))
                .distinct()
                .count();
    }

    /** Returns a row of pixels through the title of a half. */
    private static int[] title(BufferedImage image, int left) {
        return image.getRGB(left + 150, 30, 340, 1, null, 0, 340);
    }

    /** The environment makes the loader find no drivers. If no loader is installed, the message is the same. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void withoutEglItReportsThatInOneLine() throws Exception {
        Path file = folder.resolve("none.png");
        int code = run(
                Map.of("__EGL_VENDOR_LIBRARY_FILENAMES", folder.resolve("none").toString()),
                "view",
                "--headless",
                "--screenshot=" + file);
        assertEquals(1, code, out);
        assertEquals("", out);
        assertEquals(1, err.lines().count(), err);
        assertTrue(err.startsWith("no EGL") && err.contains("libegl1"), err);
        assertFalse(Files.exists(file));
    }

    private int run(Map<String, String> environment, String... args) throws IOException, InterruptedException {
        // The manifest of the jar has this option.
        String[] access = {"--enable-native-access=ALL-UNNAMED"};
        Path errors = folder.resolve("stderr");
        ProcessBuilder builder = OtherProcess.with(Runtime.version().feature() >= 24 ? access : new String[0])
                .command(Main.class, args)
                .redirectError(errors.toFile());
        builder.environment().remove("DISPLAY");
        builder.environment().remove("WAYLAND_DISPLAY");
        // Keeps software rendering off the cores of the physics thread.
        builder.environment().put("LP_NUM_THREADS", "1");
        builder.environment().putAll(environment);
        Process process = OtherProcess.begin(builder);
        out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = process.waitFor();
        err = Files.readString(errors);
        return code;
    }
}
