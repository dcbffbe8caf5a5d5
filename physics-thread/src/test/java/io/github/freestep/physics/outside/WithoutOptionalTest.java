package io.github.freestep.physics.outside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.OtherProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that an application needs neither unused optional libraries nor the annotations for nullability. */
class WithoutOptionalTest {
    private static final String OPTIONAL = ".*(jspecify|aeron|agrona)-[^/]*\\.jar";

    @Test
    void aServiceRunsWithoutThem() throws Exception {
        String log = OtherProcess.with("-Xlog:class+load").without(OPTIONAL).start(RunsWorlds.class);
        assertTrue(log.contains("io.github.freestep.physics.PhysicsService"), "the log does not name loaded classes");
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

    private static final class Empty implements Simulation {
        @Override
        public StateLayout layout() {
            return StateLayout.of(1);
        }

        @Override
        public void step(Tick tick) {}

        @Override
        public void write(StateWriter state) {}
    }

    static final class RunsWorlds {
        private RunsWorlds() {}

        public static void main(String[] args) {
            assertThrows(ClassNotFoundException.class, () -> Class.forName("io.aeron.Aeron"));
            Simulation world = new Empty();
            try (InlineStepper stepper = PhysicsService.builder(world).inline()) {
                assertTrue(stepper.advance(100_000_000) > 0);
            }
            try (PhysicsService physics = PhysicsService.builder(world).start()) {
                physics.call(c -> 1).join();
            }
        }
    }
}
