package io.github.freestep.benchmarks.examples;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.OtherProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the program of the service's page loads: of the core, what its reader has to know at most, and no Unsafe. */
class LoadedClassesTest {
    private static final Pattern LOADED = Pattern.compile("(?m) io\\.github\\.freestep\\.([\\w.]+)\\S* source: ");

    /**
     * What it loads today on a busy machine, where the classes for a frame between states that do not follow each other
     * add 140 lines, with some room for other JDKs. A change that needs more has made the core larger.
     */
    private static final int MOST = 11_950;

    @Test
    void theBallLoadsFewLinesOfTheCoreAndNoUnsafe() throws Exception {
        String log = OtherProcess.with("-Xlog:class+load:stdout").start(Ball.class);
        assertFalse(log.contains("sun.misc.Unsafe"), "a class loads sun.misc.Unsafe");
        TreeSet<String> classes = new TreeSet<>();
        LOADED.matcher(log).results().forEach(found -> classes.add(found.group(1)));
        long lines = 0;
        for (String each : classes) {
            String source = "src/main/java/io/github/freestep/" + each.replace('.', '/') + ".java";
            for (String module : List.of("shared-state", "physics-thread", "render-thread")) {
                Path file = Path.of("..", module, source);
                lines += Files.exists(file) ? codeLines(Files.readString(file)) : 0;
            }
        }
        System.out.println("the ball loads " + lines + " lines of code of the core");
        assertTrue(lines > 1_000 && lines <= MOST, lines + " lines must be at most " + MOST + ": " + classes);
    }

    /** Counts lines that are neither empty nor comments. */
    private static long codeLines(String source) {
        String code = source.replaceAll("(?s)/\\*.*?\\*/|(?m)^\\s*//[^\\n]*$", "");
        return code.lines().filter(line -> !line.isBlank()).count();
    }
}
