package io.github.freestep.benchmarks.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.testing.OtherProcess;
import io.github.freestep.testing.Thorough;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What the program of the service's page loads: of the core, what its reader has to know at most, and no Unsafe. And
 * what a program does not load that uses less.
 */
class LoadedClassesTest {
    private static final Pattern LOADED = Pattern.compile("(?m) io\\.github\\.freestep\\.([\\w.]+)\\S* source: ");

    /**
     * The most lines that {@link Ball} may load. On a busy machine, the classes for a frame between states that do not
     * follow each other add 140 lines, and other JDKs need some room. A change that needs more has made the core
     * larger.
     */
    private static final int MOST = 10_950;

    /** The most lines that {@link Quiet} may load, with the same room. */
    private static final int MOST_QUIET = 10_700;

    /** What a service loads only if it uses it, or if something goes wrong. */
    private static final List<String> UNUSED = List.of(
            "physics\\.journal\\..*",
            "physics\\.event\\.Consumer.*",
            "physics\\.Event.*",
            "physics\\.HangWatches",
            "(internal\\.)?query\\..*",
            "physics\\.(feed|saves)\\..*",
            "render\\.picking\\..*",
            "render\\.display\\.\\w*(Loop|Meter|Pacer)",
            "physics\\.OverloadAlarm",
            "physics\\.input\\.(PastTicks|StageAccess)",
            "physics\\.watch\\.(HangWatch|HangCheck|Watchdog)",
            ".*problem\\.Problem(Delivery|Limit)?");

    /** Not counted, because a program whose loop belongs to an engine needs none, and {@link Quiet} loads none. */
    private static final String LOOPS = "render.display.";

    /**
     * What is not loaded before the first frame, because each of these takes milliseconds there: the first lambda and
     * all that it needs, streams, a search for services, large numbers, regular expressions, the flight recorder and
     * JOML. A JDK may open jars with lambdas of its own.
     */
    private static final Pattern HEAVY =
            Pattern.compile("(?m) ((?!java[.]util[.]zip)\\S*(?:\\$\\$Lambda|LambdaForm\\$\\w+/|java\\.util\\.stream"
                    + "|java\\.util\\.regex|ServiceLoader|BigDecimal|jdk\\.jfr|org\\.joml)\\S*) source: ");

    private static final Map<String, Path> CORE = new TreeMap<>();

    @BeforeAll
    static void findTheCore() throws IOException {
        for (String module : List.of("shared-state", "physics-thread", "render-thread")) {
            Path root = Path.of("..", module, "src", "main", "java", "io", "github", "freestep");
            try (Stream<Path> files =
                    Files.find(root, 9, (file, as) -> file.toString().endsWith(".java"))) {
                files.forEach(file -> CORE.put(name(root.relativize(file).toString()), file));
            }
        }
    }

    private static String name(String file) {
        return file.replace(".java", "").replace(File.separatorChar, '.');
    }

    @Test
    void theBallLoadsFewLinesOfTheCoreAndNoUnsafe() throws Exception {
        loads(Ball.class, MOST);
    }

    @Test
    void aServiceLoadsNothingForWhatItDoesNotUse() throws Exception {
        TreeSet<String> classes = loads(Quiet.class, MOST_QUIET);
        for (String each : UNUSED) {
            Predicate<String> named = Pattern.compile(each).asMatchPredicate();
            assertTrue(CORE.keySet().stream().anyMatch(named), () -> each + " names no class any more");
            assertEquals(List.of(), classes.stream().filter(named).toList());
        }
    }

    /** Has neither input nor events, problems, a watchdog or a display loop. A thread asks for frames. */
    static final class Quiet {
        public static void main(String[] arguments) {
            try (PhysicsService physics =
                    PhysicsService.builder(new Ball()).watchdog(Duration.ZERO).start()) {
                FrameSampler sampler = FrameSampler.builder(physics.states()).open();
                while (sampler.sample().newerTick() < 20) {
                    LockSupport.parkNanos(1_000_000);
                }
            }
        }
    }

    @Test
    void theFirstFrameNeedsNeitherLambdasNorStreamsNorJoml() throws Exception {
        String log = OtherProcess.with("-Xlog:class+load:stdout")
                .without(".*(freestep-trace-|render-thread.trace.target).*")
                .start(FirstFrame.class);
        log.lines().filter(line -> line.contains("first frame after")).forEach(Thorough::print);
        String loaded = log.substring(log.indexOf(FirstFrame.class.getName() + " source: "));
        assertTrue(loaded.contains("io.github.freestep.render.Frame source: "), "a frame was made");
        assertEquals(
                List.of(),
                HEAVY.matcher(loaded).results().map(found -> found.group(1)).toList());
    }

    /** Prints how long it takes from its first call to its first frame, and ends at once. */
    static final class FirstFrame {
        public static void main(String[] arguments) {
            long began = System.nanoTime();
            PhysicsService physics =
                    PhysicsService.builder(new Ball()).rate(100).start();
            FrameSampler sampler = FrameSampler.open(physics.states());
            while (!sampler.sample().hasState()) {
                LockSupport.parkNanos(100_000);
            }
            System.out.println("first frame after " + (System.nanoTime() - began) / 1_000 + " us");
            Runtime.getRuntime().halt(0);
        }
    }

    private static TreeSet<String> loads(Class<?> program, int most) throws Exception {
        String log = OtherProcess.with("-Xlog:class+load:stdout").start(program);
        assertFalse(log.contains("sun.misc.Unsafe"), "a class loads sun.misc.Unsafe");
        TreeSet<String> classes = new TreeSet<>();
        LOADED.matcher(log).results().forEach(found -> classes.add(found.group(1)));
        long lines = 0;
        for (String each : classes) {
            boolean isCounted = CORE.containsKey(each) && !each.startsWith(LOOPS);
            lines += isCounted ? codeLines(Files.readString(CORE.get(each))) : 0;
        }
        Thorough.print(program.getSimpleName() + " loads " + lines + " lines of code of the core");
        assertTrue(lines > 1_000 && lines <= most, lines + " lines must be at most " + most + ": " + classes);
        return classes;
    }

    /** Counts lines that are neither empty nor comments. */
    private static long codeLines(String source) {
        String code = source.replaceAll("(?s)/\\*.*?\\*/|(?m)^\\s*//[^\\n]*$", "");
        return code.lines().filter(line -> !line.isBlank()).count();
    }
}
