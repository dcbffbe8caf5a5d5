package io.github.freestep.physics.marbles;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.OtherProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that an application needs neither unused optional libraries nor the annotations for nullability. */
class WithoutEnginesTest {
    private static final String OPTIONAL =
            ".*(physx|dyn4j|Libbulletjme|jolt-jni|gdx|jspecify|aeron|agrona)-[^/]*\\.jar";

    @Test
    void anAdapterRunsWithoutOtherEngines() throws Exception {
        String log = OtherProcess.with("-Xlog:class+load").without(OPTIONAL).start(RunsMarbles.class);
        assertTrue(log.contains("io.github.freestep.physics.PhysicsService"), "the log does not name loaded classes");
        assertFalse(log.contains("io.github.freestep.physics.physx"), "the adapter of PhysX is loaded");
        assertFalse(log.contains("io.github.freestep.physics.dyn4j"), "the adapter of dyn4j is loaded");
        assertFalse(log.contains("io.github.freestep.physics.bullet"), "the adapter of Bullet is loaded");
        assertFalse(log.contains("io.github.freestep.physics.box2d"), "the adapter of Box2D is loaded");
        assertFalse(log.contains("io.github.freestep.physics.jolt"), "the adapter of Jolt is loaded");
        assertFalse(log.contains("io.github.freestep.net.link"), "the network is loaded");
        assertFalse(log.contains("io.github.freestep.physics.lockstep"), "lockstep is loaded");
        assertFalse(log.contains("io.aeron") || log.contains("org.agrona"), "Aeron is loaded");
    }

    @Test
    void aModuleCompilesWithoutThemAndWithoutAWarning(@TempDir Path folder) throws Exception {
        Path module = Files.writeString(
                folder.resolve("module-info.java"), "module host { requires io.github.freestep.physics; }");
        Path source =
                Files.writeString(Files.createDirectory(folder.resolve("host")).resolve("Host.java"), """
                package host;
                class Host {
                    Throwable failure(io.github.freestep.physics.PhysicsService physics) {
                        return physics.failure();
                    }
                }
                """);
        Process javac = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "javac").toString(),
                        "-Xlint:all",
                        "-Werror",
                        "-p",
                        OtherProcess.classPath(OPTIONAL),
                        "-d",
                        folder.toString(),
                        module.toString(),
                        source.toString())
                .redirectErrorStream(true)
                .start();
        String messages = new String(javac.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, javac.waitFor(), messages);
    }

    static final class RunsMarbles {
        private RunsMarbles() {}

        public static void main(String[] args) {
            assertThrows(ClassNotFoundException.class, () -> Class.forName("org.dyn4j.Version"));
            assertThrows(ClassNotFoundException.class, () -> Class.forName("de.fabmax.physxjni.Loader"));
            assertThrows(ClassNotFoundException.class, () -> Class.forName("com.jme3.bullet.PhysicsSpace"));
            assertThrows(ClassNotFoundException.class, () -> Class.forName("com.badlogic.gdx.physics.box2d.World"));
            MarbleSimulation world = MarbleSimulation.of(StateLayout.of(1), in -> in.add(new Marble(0, 3)));
            try (InlineStepper stepper = PhysicsService.builder(world).inline()) {
                assertTrue(stepper.advance(100_000_000) > 0);
            }
            try (PhysicsService physics = PhysicsService.builder(world).start()) {
                physics.call(c -> 1).join();
            }
        }
    }
}
