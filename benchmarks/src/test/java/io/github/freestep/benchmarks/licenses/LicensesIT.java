package io.github.freestep.benchmarks.licenses;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks that the runnable jar carries the licence of every library in it. It runs after the jar is made, in {@code
 * mvn verify}.
 *
 * <p>A library counts as bundled if the runnable jar holds one of its classes, native files or scripts for pages. So a
 * dependency that joins the jar without a licence fails here, even if no list names it.
 */
class LicensesIT {
    private static final String FOLDER = "META-INF/licenses/";
    private static final String LIST = FOLDER + "THIRD-PARTY.txt";
    private static final Pattern COLUMNS = Pattern.compile(" {2,}");

    /** Native files at the root of a jar. Other files there, such as images, prove nothing. */
    private static final Pattern NATIVE = Pattern.compile("[^/]+\\.(so|dll|dylib)");

    private static final Pattern LEGAL_TEXT =
            Pattern.compile("(META-INF/(resources/webjars/[^/]+/[^/]+/)?)?(LICEN[CS]E|NOTICE|COPYING|AL2|LGPL)[^/]*");

    private static Map<String, byte[]> runnable;
    private static Set<String> content;
    /** The bundled jars by artifact. An artifact has several if its native files are in jars of their own. */
    private static Map<String, List<Path>> bundled;
    /** Per artifact, the paths of its texts. */
    private static Map<String, List<String>> listed;

    @BeforeAll
    static void readJars() {
        runnable = texts(Path.of(System.getProperty("freestep.jar")), name -> name.startsWith(FOLDER));
        content = contents(Path.of(System.getProperty("freestep.jar")));
        bundled = new TreeMap<>();
        for (String element : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path jar = Path.of(element);
            if (element.endsWith(".jar") && contents(jar).stream().anyMatch(content::contains)) {
                // The folders of a local repository are group/artifact/version.
                String artifact = jar.getParent().getParent().getFileName().toString();
                bundled.computeIfAbsent(artifact, name -> new ArrayList<>()).add(jar);
            }
        }
        assertTrue(runnable.containsKey(LIST), "the runnable jar must hold " + LIST);
        listed = new TreeMap<>();
        for (String line : new String(runnable.get(LIST), StandardCharsets.UTF_8).split("\n")) {
            String[] columns = COLUMNS.split(line.trim());
            if (columns.length == 3) {
                listed.put(columns[0], List.of(columns[2].split(" ")));
            }
        }
    }

    @Test
    void theListNamesExactlyTheBundledLibraries() {
        assertEquals(
                bundled.keySet(),
                listed.keySet(),
                "bundled libraries, and those that src/main/resources/" + LIST + " names");
    }

    @Test
    void everyListedTextIsInTheRunnableJarAndEveryTextIsListed() {
        Set<String> expected = new TreeSet<>(Set.of(LIST));
        listed.values().forEach(paths -> paths.forEach(path -> expected.add(FOLDER + path)));

        assertEquals(expected, new TreeSet<>(runnable.keySet()));
        for (String path : expected) {
            assertTrue(runnable.get(path).length > 300, path + " is too short for a licence or a notice");
        }
    }

    /** An upgrade may change a library's licence: then its text must be copied again. */
    @Test
    void theTextsThatALibraryBringsAreKeptToTheByte() {
        for (String artifact : bundled.keySet()) {
            for (Path jar : bundled.get(artifact)) {
                texts(jar, name -> LEGAL_TEXT.matcher(name).matches())
                        .forEach((name, text) -> assertTrue(
                                listed.getOrDefault(artifact, List.of()).stream()
                                        .map(path -> runnable.get(FOLDER + path))
                                        .anyMatch(kept -> Arrays.equals(kept, text)),
                                () -> "none of the texts listed for " + artifact + " equals " + name + " of " + jar));
            }
        }
    }

    /** Without it, a class from a jar that is not on the tests' class path would have no licence. */
    @Test
    void everyClassIsOursOrComesFromABundledLibrary() {
        Set<String> unknown = new TreeSet<>(content);
        unknown.removeIf(name -> !name.endsWith(".class"));
        bundled.values().forEach(jars -> jars.forEach(jar -> unknown.removeAll(contents(jar))));

        assertEquals(Set.of(), unknown);
    }

    /** Returns the names of a jar's classes, native files and scripts for pages, without ours. */
    private static Set<String> contents(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream()
                    .map(JarEntry::getName)
                    .filter(name ->
                            name.indexOf('/') > 0 || NATIVE.matcher(name).matches())
                    .filter(name -> !name.endsWith("/"))
                    .filter(name -> !name.startsWith("META-INF/") || name.startsWith("META-INF/resources/webjars/"))
                    .filter(name -> !name.startsWith("io/github/freestep/"))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, byte[]> texts(Path jar, Predicate<String> wanted) {
        Map<String, byte[]> texts = new TreeMap<>();
        try (JarFile file = new JarFile(jar.toFile())) {
            for (JarEntry entry : Collections.list(file.entries())) {
                if (!entry.isDirectory() && wanted.test(entry.getName())) {
                    texts.put(entry.getName(), file.getInputStream(entry).readAllBytes());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return texts;
    }
}
