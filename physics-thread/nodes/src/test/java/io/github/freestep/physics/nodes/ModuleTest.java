package io.github.freestep.physics.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the rules of all libraries here, because the common test sees only the modules that each build has. */
class ModuleTest {
    private static final Path CLASSES = Path.of("target", "classes");
    private static final Path PACKAGE = CLASSES.resolve("io/github/freestep/physics/nodes");

    @Test
    void theModuleRequiresTheListedOnes() throws IOException {
        try (InputStream in = Files.newInputStream(CLASSES.resolve("module-info.class"))) {
            ModuleDescriptor module = ModuleDescriptor.read(in);
            assertEquals(
                    Set.of(
                            "io.github.freestep.net",
                            "io.github.freestep.physics",
                            "io.github.freestep.physics.recording",
                            "io.github.freestep.physics.rooms",
                            "java.base",
                            "java.sql"),
                    module.requires().stream()
                            .filter(each -> !each.modifiers().contains(Requires.Modifier.STATIC))
                            .map(Requires::name)
                            .collect(Collectors.toSet()));
            assertEquals(1, module.exports().size());
        }
    }

    /** More would need a page each. */
    @Test
    void usersMeetTenTypes() throws IOException {
        try (Stream<Path> files = Files.list(PACKAGE)) {
            Set<String> types = files.map(each -> each.getFileName().toString())
                    .filter(each -> each.endsWith(".class"))
                    .map(each -> each.replace(".class", ""))
                    .filter(each -> !each.contains("$") && !each.equals("package-info"))
                    .filter(each -> isPublic("io.github.freestep.physics.nodes." + each))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertEquals(
                    "[FileRoomStore, NodeBeat, NodeMetrics, OldOwnerException, PostgresRoomStore, RoomEvents,"
                            + " RoomNodes, RoomStore, RoomWorlds, StoredRoom]",
                    types.toString());
        }
    }

    private static boolean isPublic(String name) {
        try {
            return Modifier.isPublic(Class.forName(name, false, ModuleTest.class.getClassLoader())
                    .getModifiers());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void noOtherLibraryHasAClassOfTheSameName() throws IOException {
        Path root = Path.of("..", "..");
        Set<String> own = new TreeSet<>();
        Set<String> others = new TreeSet<>();
        for (String folder : new String[] {"shared-state", "physics-thread", "render-thread"}) {
            try (Stream<Path> files = Files.walk(root.resolve(folder))) {
                files.filter(each -> each.toString().endsWith(".java")
                                && each.toString().contains("/src/main/java")
                                && !each.toString().endsWith("-info.java"))
                        .forEach(each -> (each.toString().contains("/nodes/") ? own : others)
                                .add(each.getFileName().toString()));
            }
        }
        assertTrue(own.size() > 20 && others.size() > 100, () -> own + " " + others);
        own.retainAll(others);
        assertEquals(Set.of(), own);
    }
}
