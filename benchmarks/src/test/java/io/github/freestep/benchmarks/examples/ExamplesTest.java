package io.github.freestep.benchmarks.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.OtherProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each example can be copied alone, or with the toys, and the first one is that of the service's page. */
class ExamplesTest {
    private static final Path FOLDER =
            Path.of("src", "main", "java").resolve(Ball.class.getPackageName().replace('.', '/'));
    private static final Pattern README =
            Pattern.compile("```java\\R((?:(?!```).)*?class Ball .*?)```", Pattern.DOTALL);

    @TempDir
    Path classes;

    @Test
    void eachIsOneFileOrHasTheToysBesides() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            List<Path> examples =
                    files.filter(file -> !file.endsWith("package-info.java")).toList();
            assertTrue(examples.size() > 1, examples::toString);
            examples.forEach(this::compile);
        }
    }

    /** Without the classes of this module, and without the sources beside the file. */
    private void compile(Path file) {
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        String others = OtherProcess.classPath("(.*[/\\\\])?benchmarks[/\\\\]target[/\\\\].*|target[/\\\\].*");
        int code = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        messages,
                        messages,
                        "-cp",
                        others,
                        "-sourcepath",
                        classes.toString(),
                        "-proc:none",
                        "-d",
                        classes.toString(),
                        file.toString(),
                        FOLDER.resolve("Toys.java").toString());
        assertEquals(0, code, messages::toString);
    }

    @Test
    void theFirstIsThatOfTheServicesPage() throws IOException {
        Matcher shown = README.matcher(Files.readString(Path.of("..", "physics-thread", "README.md")));
        assertTrue(shown.find());
        String file = Files.readString(FOLDER.resolve("Ball.java"));
        assertEquals(code(shown.group(1)), code(file.substring(file.indexOf("import "))));
    }

    /** Without comments and white space, which the formatter puts elsewhere. */
    private static String code(String java) {
        return java.replaceAll("(?m)//.*$|/\\*\\*.*\\*/", "").replaceAll("\\s+", "");
    }
}
