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
import java.util.stream.IntStream;
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
    void withoutADisplayItWritesItsLastFrame() throws Exception {
        int code = run(Map.of(), "view", "--seconds=4", "--out=" + folder);
        assumeTrue(code != 1 || !err.startsWith("no EGL"), () -> "skipped: " + err);
        assertEquals("", err);
        assertEquals(0, code);
        assertTrue(out.startsWith("no window (") && out.contains("FREESTEP: judder"), out);
        BufferedImage last = ImageIO.read(folder.resolve("view.png").toFile());
        assertEquals(Viewer.WIDTH, last.getWidth());
        assertEquals(Viewer.HEIGHT, last.getHeight());
        int half = Viewer.WIDTH / 2;
        for (int left = 0; left < Viewer.WIDTH; left += half) {
            // Bodies of four kinds, each of two shades, with smooth edges.
            assertTrue(colours(last, left, half) > 100, "of the half from " + left);
        }
        int quarter = half / 2;
        for (int left = 0; left < Viewer.WIDTH; left += quarter) {
            int[] knobs = last.getRGB(left, Viewer.HEIGHT - 20, quarter, 1, null, 0, quarter);
            assertTrue(count(knobs, Canvas.WHITE) > 5, "no slider in the quarter from " + left);
        }
        int scale = Canvas.scale(Viewer.WIDTH, Viewer.HEIGHT);
        int tall = Timeline.HEIGHT * scale;
        int[] strip = last.getRGB(
                0, Viewer.HEIGHT - Sliders.HEIGHT * scale - tall, Viewer.WIDTH, tall, null, 0, Viewer.WIDTH);
        assertTrue(count(strip, Canvas.DIM) > 100, "no steps");
        assertTrue(count(strip, Canvas.GREEN) > 0, "no keys");
        int at = IntStream.range(0, Viewer.WIDTH)
                .filter(x -> (strip[strip.length - Viewer.WIDTH + x] & 0xFFFFFF) == Canvas.WHITE)
                .findFirst()
                .orElse(-1);
        assertEquals(0.97 * Viewer.WIDTH, at, 2 * scale, "the world stands where the script holds it");
    }

    private static long count(int[] pixels, int rgb) {
        return Arrays.stream(pixels).filter(pixel -> (pixel & 0xFFFFFF) == rgb).count();
    }

    private static long colours(BufferedImage image, int left, int width) {
        return Arrays.stream(pixels(image, left, width)).distinct().count();
    }

    private static int[] pixels(BufferedImage image, int left, int width) {
        return image.getRGB(left, 0, width, image.getHeight(), null, 0, width);
    }

    /** The environment makes the loader find no drivers. If no loader is installed, the message is the same. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void withoutEglItReportsThatInOneLine() throws Exception {
        int code = run(
                Map.of("__EGL_VENDOR_LIBRARY_FILENAMES", folder.resolve("none").toString()), "view", "--out=" + folder);
        assertEquals(1, code, out);
        assertTrue(out.startsWith("no window ("), out);
        assertEquals(1, err.lines().count(), err);
        assertTrue(err.startsWith("no EGL") && err.contains("libegl1"), err);
        assertFalse(Files.exists(folder.resolve("view.png")));
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
