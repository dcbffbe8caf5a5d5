package io.github.freestep.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The packages of all modules, by their sources: each is in one module, none needs itself, and names are
 * not used twice.
 */
class PackagesTest {
    private static final List<String> MODULES =
            List.of("shared-state", "physics-thread", "render-thread", "benchmarks");
    private static final Pattern REFERENCE =
            Pattern.compile("\\b(io\\.github\\.freestep(?:\\.[a-z]\\w*)*)\\.([A-Z]\\w*)");

    @Test
    void noPackageIsInTwoModules() {
        Map<String, Set<String>> modules = new TreeMap<>();
        for (String module : MODULES) {
            sources(module)
                    .keySet()
                    .forEach(file -> modules.computeIfAbsent(packageOf(file), p -> new TreeSet<>())
                            .add(module));
        }
        assertTrue(modules.size() > 20, modules::toString);
        assertEquals(Map.of(), split(modules));
    }

    @Test
    void noPackageNeedsItselfThroughOthers() {
        Map<String, Set<String>> needs = new TreeMap<>();
        MODULES.forEach(module -> sources(module)
                .forEach((file, text) -> needs.computeIfAbsent(packageOf(file), p -> new TreeSet<>())
                        .addAll(referredBy(packageOf(file), text))));
        assertTrue(needs.size() > 20, needs::toString);
        assertEquals(List.of(), cycle(needs));
    }

    @Test
    void noTwoClassesOfTheBenchmarksHaveOneName() {
        Map<String, Set<String>> packages = new TreeMap<>();
        sources("benchmarks")
                .keySet()
                .forEach(file -> packages.computeIfAbsent(file.getFileName().toString(), name -> new TreeSet<>())
                        .add(packageOf(file)));
        packages.remove("package-info.java");
        assertTrue(packages.size() > 100, packages::toString);
        assertEquals(Map.of(), split(packages));
    }

    @Test
    void whatBreaksARuleIsFound() {
        assertEquals(Map.of("b", Set.of("m", "n")), split(Map.of("a", Set.of("m"), "b", Set.of("m", "n"))));
        Map<String, Set<String>> needs =
                Map.of("a", Set.of("b"), "b", Set.of("c", "d"), "c", Set.of(), "d", Set.of("b"));
        assertEquals(List.of("b", "d"), cycle(new TreeMap<>(needs)));
        String text = "import io.github.freestep.time.Ratio; import io.github.freestep.physics.Tick;"
                + " Ratio.ONE; new io.github.freestep.render.Frame(); new io.github.freestep.state.State()";
        assertEquals(
                Set.of("io.github.freestep.render", "io.github.freestep.time"),
                referredBy("io.github.freestep.state", text));
    }

    private static Map<String, Set<String>> split(Map<String, Set<String>> places) {
        Map<String, Set<String>> several = new TreeMap<>(places);
        several.values().removeIf(each -> each.size() < 2);
        return several;
    }

    /** The packages of one cycle; empty if there is none. Takes away what needs nothing until nothing else is left. */
    private static List<String> cycle(Map<String, Set<String>> needs) {
        Map<String, Set<String>> left = new TreeMap<>();
        needs.forEach((each, needed) -> left.put(each, new TreeSet<>(needed)));
        do {
            left.values().forEach(needed -> needed.retainAll(left.keySet()));
        } while (left.values().removeIf(Set::isEmpty));
        List<String> path = new ArrayList<>();
        String next = left.isEmpty() ? null : left.keySet().iterator().next();
        while (next != null && !path.contains(next)) {
            path.add(next);
            next = left.get(next).iterator().next();
        }
        return path.subList(next == null ? 0 : path.indexOf(next), path.size());
    }

    /** Without what is imported for comments alone. */
    private static Set<String> referredBy(String from, String text) {
        Set<String> referred = new TreeSet<>();
        Matcher matcher = REFERENCE.matcher(text);
        while (matcher.find()) {
            if (text.split("\\b" + matcher.group(2) + "\\b", 3).length > 2
                    || !text.contains("import " + matcher.group())) {
                referred.add(matcher.group(1));
            }
        }
        referred.remove(from);
        return referred;
    }

    private static String packageOf(Path file) {
        return file.getParent().toString().replace(file.getFileSystem().getSeparator(), ".");
    }

    /** The text of each source file, without its comments and strings. */
    private static Map<Path, String> sources(String module) {
        Path root = Path.of("..", module, "src", "main", "java");
        Map<Path, String> sources = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java"))
                    .filter(path -> !path.endsWith("module-info.java"))
                    .toList()) {
                String code =
                        Files.readString(file).replaceAll("(?s)/\\*.*?\\*/|//[^\\n]*|\"(\\\\.|[^\"\\\\\\n])*\"", "");
                sources.put(root.relativize(file), code);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return sources;
    }
}
