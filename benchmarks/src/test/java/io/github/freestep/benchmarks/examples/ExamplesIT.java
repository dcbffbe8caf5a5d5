package io.github.freestep.benchmarks.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.OtherProcess;
import io.github.freestep.testing.Thorough;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs each example of the runnable jar to its end. */
class ExamplesIT {
    /** What each prints, among other lines. */
    private static final Map<String, String> PRINTED = Map.of(
            "ball", " +o",
            "jme", "frame 151: the toys are at \\d\\.\\d\\d",
            "lwjgl", "tick 1\\d\\d: the toys are at \\d\\.\\d\\d|no EGL with OpenGL 3.3",
            "stutter", "LONG_STEP: .* the thread was in .*Stutter\\.findPaths, line \\d+;.*");

    @TempDir
    Path folder;

    /** All at the same time: they mostly sleep. */
    @Test
    void eachRunsToItsEnd() throws Exception {
        NavigableMap<String, Process> running = new TreeMap<>();
        // ExamplesRunTest and others run most of the others, from the same classes.
        Set<String> usually = Set.of("stutter");
        for (String name : Thorough.isOn() ? PRINTED.keySet() : usually) {
            running.put(name, name.equals("lwjgl") ? start(name, "150") : start(name)); // without a window
        }
        for (String name : running.descendingKeySet()) { // the ball last: it ends once no more keys can come
            running.get(name).getOutputStream().close();
            assertEquals(0, running.get(name).waitFor(), name + ": " + text(name, "err"));
            assertEquals("", text(name, "err"), name);
            String out = text(name, "out");
            assertTrue(out.lines().anyMatch(Pattern.compile(PRINTED.get(name)).asMatchPredicate()), name + ": " + out);
        }
    }

    @Test
    void allAreListedWithTheirFiles() throws Exception {
        assertEquals(0, start("").waitFor());
        List<String> lines = text("", "out").lines().toList();
        List<String> names = new ArrayList<>();
        Path sources = Path.of("..", lines.get(lines.size() - 1).replace("The files are in ", ""));
        for (String line : lines.subList(0, lines.size() - 1)) {
            String[] columns = line.split(" {2,}");
            names.add(columns[0]);
            assertTrue(Files.exists(sources.resolve(columns[columns.length - 1])), line);
        }
        assertEquals(new TreeSet<>(PRINTED.keySet()), new TreeSet<>(names));
    }

    private Process start(String name, String... arguments) throws IOException {
        List<String> command = OtherProcess.java();
        command.addAll(List.of("-jar", System.getProperty("freestep.jar"), "example"));
        if (!name.isEmpty()) {
            command.add(name);
        }
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectOutput(folder.resolve(name + ".out").toFile())
                .redirectError(folder.resolve(name + ".err").toFile())
                .start();
    }

    private String text(String name, String kind) throws IOException {
        return Files.readString(folder.resolve(name + "." + kind), StandardCharsets.UTF_8);
    }
}
