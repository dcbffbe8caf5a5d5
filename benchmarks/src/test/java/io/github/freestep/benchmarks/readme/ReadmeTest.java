package io.github.freestep.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the example of the main page as it is written there. */
class ReadmeTest {
    private static final Pattern EXAMPLE =
            Pattern.compile("```java\\R((?:(?!```).)*?public class (\\w+) .*?)```", Pattern.DOTALL);
    private static final Pattern LINE = Pattern.compile("at \\d+ ms: y = -?\\d+\\.\\d+");

    @TempDir
    Path folder;

    @Test
    void theExampleRuns() throws Exception {
        Matcher example = EXAMPLE.matcher(Files.readString(Path.of("..", "README.md")));
        assertTrue(example.find(), "the README has no example any more");
        Path source = Files.writeString(folder.resolve(example.group(2) + ".java"), example.group(1));
        compile(source);
        // How many lines there are depends on how the two threads are scheduled; what is in each does not.
        String out = run(example.group(2));
        assertFalse(out.isEmpty());
        out.lines().forEach(line -> assertTrue(LINE.matcher(line).matches(), line));
    }

    private void compile(Path source) {
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int code = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        messages,
                        messages,
                        "-cp",
                        classPath(),
                        "-proc:none",
                        "-d",
                        folder.toString(),
                        source.toString());
        assertEquals(0, code, messages::toString);
    }

    private String run(String main) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String path = folder + System.getProperty("path.separator") + classPath();
        Path loaded = folder.resolve("loaded");
        Process process =
                new ProcessBuilder(List.of(java, "-Xlog:class+load:file=" + loaded, "-cp", path, main)).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals("", err);
        assertEquals(0, process.waitFor(), out);
        String log = Files.readString(loaded);
        assertTrue(log.contains("io.github.freestep.render.Frame"), "the log does not name the loaded classes");
        assertFalse(log.contains("sun.misc.Unsafe"), "a class loads sun.misc.Unsafe");
        return out;
    }

    private static String classPath() {
        return System.getProperty("java.class.path");
    }
}
