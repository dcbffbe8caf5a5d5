package io.github.freestep.benchmarks.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.examples.Ball;
import io.github.freestep.testing.OtherProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands of the page on compatibility that make a start faster, with the ball of the service's page. */
class FasterStartTest {
    private static final Pattern COMMAND =
            Pattern.compile("(?m)^ +java (-XX:\\w+)=(game\\.\\w+) -cp game\\.jar my\\.Game$");

    /** What the ball needs. */
    private static final Pattern NEEDED =
            Pattern.compile("(^|.*/)(target/classes|(shared-state|physics-thread|render-thread)/target/classes"
                    + "|freestep-(shared-state|physics-thread|render-thread)-[^/]*(?<!tests)\\.jar"
                    + "|(joml|disruptor|jctools-core)-[^/]*\\.jar)");

    private static final Pattern LOADED = Pattern.compile("(?m) io\\.github\\.freestep\\.\\S+ source: (.*)$");

    @TempDir
    private Path folder;

    @Test
    void theCommandsOfThePageTakeTheClassesFromACache() throws Exception {
        String jars = jars();
        List<MatchResult> commands = COMMAND.matcher(Files.readString(Path.of("..", ".github", "COMPATIBILITY.md")))
                .results()
                .toList();
        assertEquals(4, commands.size(), "the page has two commands for JDK 17, and two for JDK 25");
        for (int i = 0; i < commands.size(); i += 2) {
            if (commands.get(i).group(1).contains("AOT") && Runtime.version().feature() < 25) {
                continue;
            }
            run(jars, commands.get(i));
            String log = run(jars, commands.get(i + 1), "-Xlog:class+load:stdout");
            List<String> sources =
                    LOADED.matcher(log).results().map(found -> found.group(1)).toList();
            long cached = sources.stream()
                    .filter(source -> source.startsWith("shared objects file"))
                    .count();
            // Threads may need other classes than in the run that wrote the cache.
            assertTrue(cached > 100 && cached >= 0.9 * sources.size(), cached + " of " + sources.size());
        }
    }

    private String run(String jars, MatchResult command, String... options) throws Exception {
        List<String> line = OtherProcess.java();
        line.addAll(List.of(options));
        line.addAll(
                List.of(command.group(1) + "=" + folder.resolve(command.group(2)), "-cp", jars, Ball.class.getName()));
        // That of the JVM's own child process, which writes the cache.
        return OtherProcess.output(new ProcessBuilder(line), error -> error.startsWith("Picked up JAVA_TOOL_OPTIONS"));
    }

    /** Packs folders of the class path, because a cache is for jars only. */
    private String jars() throws IOException {
        List<String> jars = new ArrayList<>();
        for (String path : OtherProcess.classPath("").split(File.pathSeparator)) {
            Path from = Path.of(path);
            if (NEEDED.matcher(path.replace(File.separatorChar, '/')).matches()) {
                Path jar = folder.resolve(jars.size() + ".jar");
                jars.add(Files.isDirectory(from) ? pack(from, jar).toString() : path);
            }
        }
        return String.join(File.pathSeparator, jars);
    }

    private static Path pack(Path classes, Path jar) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(
                        new JarEntry(classes.relativize(each).toString().replace(File.separatorChar, '/')));
                Files.copy(each, out);
            }
        }
        return jar;
    }
}
