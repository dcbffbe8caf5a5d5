package io.github.freestep.physics.outside;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.testing.OtherProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that an application does not need the annotations for nullability. */
class WithoutAnnotationsTest {
    private static final String ANNOTATIONS = ".*jspecify-[^/]*\\.jar";

    @Test
    void aModuleCompilesWithoutAWarning(@TempDir Path folder) throws Exception {
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
                        OtherProcess.classPath(ANNOTATIONS),
                        "-d",
                        folder.toString(),
                        module.toString(),
                        source.toString())
                .redirectErrorStream(true)
                .start();
        String messages = new String(javac.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, javac.waitFor(), messages);
    }
}
