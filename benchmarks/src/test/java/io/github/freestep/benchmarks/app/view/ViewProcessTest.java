package io.github.freestep.benchmarks.app.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.freestep.benchmarks.Main;
import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.testing.OtherProcess;
import java.awt.image.BufferedImage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Runs the command in a process, and checks exit code, output and picture. */
class ViewProcessTest {
    @TempDir
    Path folder;

    private String classPath = System.getProperty("java.class.path");
    private String out;
    private String err;

    @Test
    void aPictureHasTwoHalves() throws Exception {
        Path file = folder.resolve("drum.png");
        int code = run(Map.of(), "--headless", "--bodies=50", "--frames=20", "--screenshot=" + file);
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
        assertTrue(
                lineBetween(image) > Window.HEIGHT * 2 / 3,
                lineBetween(image) + " pixels of a line between the halves");
        assertNotEquals(title(image, 0), title(image, half));
    }

    /** Counts the pixels in the middle column that are much darker than those to their left and right. */
    private static int lineBetween(BufferedImage image) {
        int dark = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            int middle = image.getRGB(Window.WIDTH / 2, y) & 255;
            int left = image.getRGB(Window.WIDTH / 2 - 4, y) & 255;
            int right = image.getRGB(Window.WIDTH / 2 + 4, y) & 255;
            dark += middle < Math.min(left, right) - 40 ? 1 : 0;
        }
        return dark;
    }

    private static long colours(BufferedImage image, int left, int width) {
        Set<Integer> seen = new HashSet<>();
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = left; x < left + width; x++) {
                seen.add(image.getRGB(x, y));
            }
        }
        return seen.size();
    }

    /** Returns a row of pixels through the title of a half. */
    private static List<Integer> title(BufferedImage image, int left) {
        List<Integer> pixels = new ArrayList<>();
        for (int x = left + 150; x < left + 490; x++) {
            pixels.add(image.getRGB(x, 30));
        }
        return pixels;
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void withoutADisplayItReportsThatInOneLine() throws Exception {
        assertEquals(1, run(Map.of(), "--frames=3"));
        assertEquals("", out);
        assertEquals(1, err.lines().count(), err);
        assertTrue(err.startsWith("no display") && err.contains("--headless"), err);
    }

    /** Software rendering reports no display times. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aWindowWithoutDisplayTimesReportsThatInOneLine() throws Exception {
        Process server;
        try {
            server = new ProcessBuilder("Xvfb", "-displayfd", "1", "-screen", "0", "1280x720x24")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            assumeTrue(false, "skipped: Xvfb is not installed");
            return;
        }
        try (BufferedReader said = server.inputReader()) {
            Map<String, String> display = Map.of("DISPLAY", ":" + said.readLine(), "LIBGL_ALWAYS_SOFTWARE", "1");
            int code = run(display, "--frames=20", "--bodies=9");
            assumeTrue(code != 1 || !err.startsWith("no display"), () -> "skipped: " + err);
            assertEquals("", err);
            assertEquals(0, code);
            assertTrue(out.startsWith("20 frames, ") && out.contains("; " + DisplayTimes.MISSING), out);
        } finally {
            server.destroy();
        }
    }

    /** The environment makes the loader find no drivers. If no loader is installed, the message is the same. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void withoutEglItReportsThatInOneLine() throws Exception {
        Path file = folder.resolve("none.png");
        int code = run(
                Map.of("__EGL_VENDOR_LIBRARY_FILENAMES", folder.resolve("none").toString()),
                "--headless",
                "--screenshot=" + file);
        assertEquals(1, code, out);
        assertEquals("", out);
        assertEquals(1, err.lines().count(), err);
        assertTrue(err.startsWith("no EGL") && err.contains("libegl1"), err);
        assertFalse(Files.exists(file));
    }

    @Test
    void anEndlessRunWithoutAWindowIsRefused() {
        refuses("--headless", "--headless needs --screenshot FILE or --frames N");
    }

    @Test
    void aFolderInPlaceOfAFileIsRefused() {
        refuses("--screenshot=" + folder, "--screenshot must name a place that can be written, was \"" + folder);
    }

    private static void refuses(String option, String message) {
        CommandLine command = Options.commandLine(new ViewCommand());
        StringWriter refusal = new StringWriter();
        command.setErr(new PrintWriter(refusal));
        assertEquals(2, command.execute(option));
        assertTrue(refusal.toString().startsWith(message), refusal::toString);
    }

    /** As on a platform for which LWJGL has no native library. */
    @Test
    void withoutItsNativeLibraryItReportsThatInOneLine() throws Exception {
        String separator = System.getProperty("path.separator");
        classPath = Arrays.stream(classPath.split(separator))
                .filter(entry -> !entry.contains("lwjgl") || !entry.contains("natives"))
                .collect(Collectors.joining(separator));
        assertEquals(1, run(Map.of(), "--headless", "--frames=3"));
        assertEquals("", out);
        assertEquals(1, err.lines().count(), err);
        assertTrue(err.startsWith("the window library can't be loaded"), err);
    }

    @Test
    void bodiesThatAreNotUploadedAreAlreadyOnTheCard() throws Exception {
        int code = run(Map.of(), List.of(UploadCheck.class.getName()));
        assumeTrue(code != 1 || !err.startsWith("no EGL"), () -> "skipped: " + err);
        assertEquals("", err);
        // The first frame is uploaded whole, because everything in it is new.
        assertEquals("parts 399, wrong 0", out.strip());
    }

    private int run(Map<String, String> environment, String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Main.class.getName(), "view"));
        command.addAll(List.of(args));
        return run(environment, command);
    }

    private int run(Map<String, String> environment, List<String> main) throws IOException, InterruptedException {
        List<String> command = OtherProcess.java();
        command.addAll(List.of("-cp", classPath));
        if (Runtime.version().feature() >= 24) {
            // The manifest of the jar has this option.
            command.add(1, "--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(main);
        Path errors = folder.resolve("stderr");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
        builder.environment().remove("DISPLAY");
        builder.environment().remove("WAYLAND_DISPLAY");
        // Keeps software rendering off the cores of the physics thread.
        builder.environment().put("LP_NUM_THREADS", "1");
        builder.environment().putAll(environment);
        Process process = builder.start();
        out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = process.waitFor();
        err = Files.readString(errors);
        return code;
    }
}
