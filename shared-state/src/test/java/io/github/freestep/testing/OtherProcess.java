package io.github.freestep.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Runs a main class in a JVM of its own, on the class path. It must exit with 0 and write nothing to stderr but what
 * {@link #ignoring} names.
 */
public final class OtherProcess {
    /** More than any process takes on a busy machine. One that takes longer hangs, and is ended. */
    private static final int MOST_MINUTES = 4;

    private final List<String> options = new ArrayList<>();
    private String without = "";
    private Predicate<String> ignored = line -> false;
    private Path home = Path.of(System.getProperty("java.home"));

    private OtherProcess() {}

    public static String run(Class<?> main, String... arguments) throws IOException, InterruptedException {
        return with().start(main, arguments);
    }

    public static OtherProcess with(String... options) {
        OtherProcess process = new OtherProcess();
        process.options.addAll(List.of(options));
        return process;
    }

    /** Leaves matching paths out of the class path. */
    public OtherProcess without(String paths) {
        without = paths;
        return this;
    }

    /** Ignores these lines of stderr. */
    public OtherProcess ignoring(Predicate<String> lines) {
        ignored = lines;
        return this;
    }

    /** Runs it by another JDK than this one. */
    public OtherProcess on(Path otherHome) {
        home = otherHome;
        return this;
    }

    public String start(Class<?> main, String... arguments) throws IOException, InterruptedException {
        if (Runtime.version().feature() >= 24) {
            options.add("--enable-native-access=ALL-UNNAMED");
        }
        return output(command(main, arguments), ignored);
    }

    /** Runs any command, as {@link #start} does, and ignores these lines of stderr. */
    public static String output(ProcessBuilder command, Predicate<String> ignored)
            throws IOException, InterruptedException {
        Process process = begin(command);
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals("", err.lines().filter(ignored.negate()).collect(Collectors.joining("\n")));
        assertEquals(0, process.waitFor(), out);
        return out;
    }

    /** Starts a process for callers that read its output: an interrupt does not end the reading, but its end does. */
    public static Process begin(ProcessBuilder command) throws IOException {
        Process process = command.start();
        process.onExit().orTimeout(MOST_MINUTES, TimeUnit.MINUTES).whenComplete((ended, late) -> {
            if (late != null) {
                process.destroyForcibly();
            }
        });
        return process;
    }

    /** Returns a command for {@link #begin}. It may not load native code. */
    public ProcessBuilder command(Class<?> main, String... arguments) {
        List<String> command = java(home);
        command.addAll(options);
        command.add("-Dfreestep.seedOffset=" + Long.getLong("freestep.seedOffset", 0));
        command.addAll(List.of("-cp", classPath(without), main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }

    /** Returns the start of a command that runs a JVM of this JDK with the compilers that the build has chosen. */
    public static List<String> java() {
        return java(Path.of(System.getProperty("java.home")));
    }

    /** With only the first compiler, a process of a few seconds takes less processor time. */
    private static List<String> java(Path home) {
        List<String> command = new ArrayList<>();
        command.add(home.resolve("bin").resolve("java").toString());
        String compilers = System.getProperty("freestep.compilers");
        if (compilers != null) {
            command.add(compilers);
        }
        return command;
    }

    /** Returns this JVM's class path and module path without matching paths. */
    public static String classPath(String without) {
        String all = String.join(
                File.pathSeparator,
                // Tests that are patched into a module are on neither path.
                "target/test-classes",
                "target/classes",
                System.getProperty("java.class.path"),
                System.getProperty("jdk.module.path", ""));
        return Arrays.stream(all.split(File.pathSeparator))
                .filter(path -> without.isEmpty() || !path.matches(without))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
