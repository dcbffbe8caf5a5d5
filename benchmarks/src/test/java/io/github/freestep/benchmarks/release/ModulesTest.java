package io.github.freestep.benchmarks.release;

import static java.util.regex.Pattern.DOTALL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.internals.Internals;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What holds for all modules: their names, the order of their folders, and what other programs expect of them. Which
 * module needs which is in their descriptors, and {@link PackagesTest} lists each arrow between packages.
 */
class ModulesTest {
    private static final Path ROOT = Path.of("..");
    /** Not those of profiles, which not every build has. */
    private static final Pattern FOLDER = Pattern.compile("(?m)^    <module>([^<]+)</module>");

    /** A module may depend on those of its own folder and of the folders before it. */
    private static final List<String> FOLDERS =
            List.of("shared-state", "physics-thread", "render-thread", "benchmarks");

    /** All modules, also those of profiles. The parents of the modules lie in a hidden folder. */
    private static final Pattern ANY_FOLDER = Pattern.compile("<module>([^<.]+)</module>");

    private static final Pattern OWN_ARTIFACT = Pattern.compile("</parent>.*?<artifactId>(freestep-[\\w-]+)<", DOTALL);
    private static final Pattern DEPENDENCY =
            Pattern.compile("<dependency>(?:(?!</dependency>).)*?<artifactId>(freestep-[\\w-]+)<", DOTALL);

    /** Whoever knows one of the names finds the others. */
    @Test
    void artifactFolderModuleAndPackageHaveOneName() {
        Map<String, String> cores =
                Map.of("shared-state", "state", "physics-thread", "physics", "render-thread", "render");
        for (String folder : PackagesTest.LIBRARIES) {
            String name = Path.of(folder).getFileName().toString();
            assertEquals(
                    "freestep-" + name,
                    artifacts(OWN_ARTIFACT, folder).findFirst().orElseThrow());
            ModuleDescriptor module = read(ROOT.resolve(folder).resolve("target/classes/module-info.class"));
            assertTrue(module.name().endsWith("." + cores.getOrDefault(name, name)), () -> module + " in " + folder);
            Set<String> forUsers = module.exports().stream()
                    .filter(each -> !each.isQualified())
                    .map(ModuleDescriptor.Exports::source)
                    .collect(Collectors.toSet());
            // A run finds freestep-realtime by itself, so users import no package of it.
            assertTrue(forUsers.isEmpty() || forUsers.contains(module.name()), () -> folder + " exports " + forUsers);
            assertTrue(
                    cores.containsKey(name) || forUsers.stream().allMatch(each -> each.startsWith(module.name())),
                    () -> folder + " exports packages that are not named after it: " + forUsers);
        }
    }

    @Test
    void noModuleDependsOnALaterFolder() {
        Map<String, String> places = new HashMap<>();
        ANY_FOLDER
                .matcher(text(ROOT.resolve("pom.xml")))
                .results()
                .map(each -> each.group(1))
                .forEach(folder -> {
                    assertTrue(FOLDERS.contains(top(folder)), folder);
                    places.put(artifacts(OWN_ARTIFACT, folder).findFirst().orElseThrow(), folder);
                });
        assertTrue(places.size() > 20, places::toString);
        Set<String> wrong = new TreeSet<>();
        places.values()
                .forEach(folder -> artifacts(DEPENDENCY, folder)
                        .map(places::get)
                        .filter(needed -> FOLDERS.indexOf(top(needed)) > FOLDERS.indexOf(top(folder)))
                        .forEach(needed -> wrong.add(folder + " needs " + needed)));
        assertEquals(Set.of(), wrong);
    }

    private static String top(String folder) {
        return folder.split("/")[0];
    }

    private static Stream<String> artifacts(Pattern pattern, String folder) {
        return pattern.matcher(text(ROOT.resolve(folder).resolve("pom.xml")))
                .results()
                .map(each -> each.group(1));
    }

    /** Benchmarks and concurrency tests open members by name, so a renamed one would fail only when they run. */
    @Test
    void theLibrariesHaveTheMembersThatBenchmarksOpen() throws ClassNotFoundException {
        int opening = 0;
        for (Path file : ClassFiles.of("benchmarks")) {
            if (ClassFiles.texts("benchmarks", file)
                    .contains(Internals.class.getName().replace('.', '/'))) {
                opening++;
                String name = file.toString().replace(".class", "").replace(File.separatorChar, '.');
                Class.forName(name, true, Internals.class.getClassLoader());
            }
        }
        assertTrue(opening > 5, opening + " classes open members");
    }

    /** For Kotlin's compiler, which does not read the annotations of modules. */
    @Test
    void packagesForUsersAreAnnotatedForNull() {
        List<Path> packages = folders()
                .map(folder -> folder.resolve("target").resolve("classes"))
                .filter(classes -> Files.exists(classes.resolve("module-info.class")))
                .flatMap(classes -> read(classes.resolve("module-info.class")).exports().stream()
                        .filter(each -> !each.isQualified())
                        .map(each -> classes.resolve(each.source().replace('.', '/') + "/package-info.class")))
                .toList();
        assertTrue(packages.size() > 10, packages::toString);
        packages.forEach(each -> assertTrue(
                text(each, StandardCharsets.ISO_8859_1).contains("Lorg/jspecify/annotations/NullMarked;"),
                () -> each + " lacks @NullMarked"));
    }

    @Test
    void noDependencyIsOptional() {
        assertEquals(
                List.of(),
                folders()
                        .filter(folder -> text(folder.resolve("pom.xml")).contains("<optional>"))
                        .toList());
    }

    private static Stream<Path> folders() {
        return FOLDER.matcher(text(ROOT.resolve("pom.xml"))).results().map(each -> ROOT.resolve(each.group(1)));
    }

    private static ModuleDescriptor read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return ModuleDescriptor.read(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        return text(file, StandardCharsets.UTF_8);
    }

    private static String text(Path file, Charset charset) {
        try {
            return Files.readString(file, charset);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
