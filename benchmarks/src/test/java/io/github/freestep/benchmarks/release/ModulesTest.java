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
import java.lang.module.ModuleDescriptor.Requires;
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
 * Checks which module requires which, and which packages it exports to which other modules only, as the compiled
 * descriptors say. A new arrow between modules fails this test until the list names it. The test also checks, by the
 * POMs, that no module depends on one of a later folder.
 */
class ModulesTest {
    private static final Path ROOT = Path.of("..");
    private static final String OWN = "io.github.freestep.";
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

    private static final String REQUIRED = """
            gdx: smooth
            jme: render smooth
            net: state
            physics.box2d: physics.engines
            physics.bullet: java.logging physics.engines
            physics.dyn4j: org.dyn4j physics.engines
            physics.engines: physics
            physics.ground: physics
            physics.jolt: physics.engines
            physics.lockstep: net org.jctools.core physics physics.prediction
            physics.micrometer: java.logging physics
            physics.physx: de.fabmax.physxjni physics.engines
            physics.prediction: physics
            physics.realtime: physics
            physics.recording: physics
            physics.rooms: physics
            physics: com.lmax.disruptor org.jctools.core state
            render.capsule: physics physics.recording render render.trace
            render.server: net physics physics.prediction render
            render.trace: jdk.jfr physics render
            render: org.joml state
            smooth: physics render
            state:
            """;

    private static final String FOR_INSIDERS = """
            net: net.link to physics.lockstep
            net: net.seal to physics.lockstep
            net: net.session to physics.lockstep
            physics.prediction: physics.prediction.shown to physics.lockstep render.server
            physics: physics.event to physics.recording
            physics: physics.feed.past to physics.lockstep physics.prediction
            physics: physics.input to physics.lockstep physics.prediction physics.recording physics.rooms
            physics: physics.journal to physics.lockstep physics.prediction physics.recording render.capsule
            physics: physics.report to render.trace
            physics: physics.run to physics.rooms smooth
            physics: physics.saves.content to physics.engines physics.lockstep physics.nodes physics.prediction \
            physics.recording physics.rooms
            physics: physics.schedule to physics.rooms
            physics: physics.thread to physics.realtime physics.rooms
            render.trace: render.trace.log to render.capsule
            render: render.picture to render.server
            smooth: smooth.turns to jme
            state: internal to jme net physics physics.engines physics.lockstep physics.prediction physics.realtime \
            physics.recording physics.rooms render render.capsule render.server render.trace smooth
            state: internal.problem to net physics physics.lockstep physics.recording render render.capsule
            state: internal.query to physics.engines physics.lockstep physics.recording render
            state: internal.time to net physics physics.lockstep physics.prediction physics.recording physics.rooms \
            render render.trace
            state: state.content to net physics physics.engines physics.prediction physics.recording physics.rooms \
            render render.server render.trace
            """;

    private static final List<ModuleDescriptor> MODULES = modules();

    @Test
    void modulesRequireTheListedOnes() {
        assertEquals(
                REQUIRED,
                lines(MODULES.stream()
                        .map(module -> name(module.name()) + ":"
                                + names(module.requires().stream()
                                        // For annotations, and for what is used if it is there.
                                        .filter(each -> !each.modifiers().contains(Requires.Modifier.STATIC)
                                                && !each.name().equals("java.base"))
                                        .map(Requires::name)
                                        .collect(Collectors.toSet())))));
    }

    @Test
    void onlyTheListedModulesReadTheInside() {
        assertEquals(
                FOR_INSIDERS,
                lines(MODULES.stream()
                        .flatMap(module -> module.exports().stream()
                                .filter(ModuleDescriptor.Exports::isQualified)
                                .map(each -> name(module.name()) + ": " + name(each.source()) + " to"
                                        + names(each.targets())))));
    }

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

    private static String lines(Stream<String> each) {
        return each.sorted().collect(Collectors.joining("\n", "", "\n"));
    }

    private static String names(Set<String> modules) {
        return new TreeSet<>(modules.stream().map(ModulesTest::name).toList())
                .stream().map(each -> " " + each).collect(Collectors.joining());
    }

    private static String name(String full) {
        return full.startsWith(OWN) ? full.substring(OWN.length()) : full;
    }

    private static List<ModuleDescriptor> modules() {
        return folders()
                .map(folder -> folder.resolve("target").resolve("classes").resolve("module-info.class"))
                .filter(Files::exists)
                .map(ModulesTest::read)
                .toList();
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
