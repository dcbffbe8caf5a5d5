package io.github.freestep.benchmarks.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every jar says what it is, in which version, and under which licence it may be used. It runs after the jars are made,
 * in {@code mvn verify}.
 */
class JarsIT {
    private static final Path ROOT = Path.of("..");

    @ParameterizedTest
    @MethodSource("jars")
    void everyJarHasOurLicenceATitleAndTheVersion(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            ZipEntry licence = file.getEntry("META-INF/LICENSE");
            assertNotNull(licence, () -> jar + " has no META-INF/LICENSE");
            assertEquals(
                    Files.readString(ROOT.resolve("LICENSE")),
                    new String(file.getInputStream(licence).readAllBytes(), StandardCharsets.UTF_8));
            Attributes manifest = file.getManifest().getMainAttributes();
            String title = manifest.getValue(Attributes.Name.IMPLEMENTATION_TITLE);
            assertTrue(title != null && title.startsWith("Freestep "), () -> jar + " has the title " + title);
            assertEquals(PomsTest.VERSION, manifest.getValue(Attributes.Name.IMPLEMENTATION_VERSION), jar::toString);
        }
    }

    /** Returns the jars of the libraries and the runnable jar. */
    static List<Path> jars() {
        return Stream.concat(
                        PackagesTest.LIBRARIES.stream().map(JarsIT::jar),
                        Stream.of(Path.of(System.getProperty("freestep.jar"))))
                .toList();
    }

    private static Path jar(String library) {
        Path folder = ROOT.resolve(library).resolve("target");
        String name = "freestep-" + Path.of(library).getFileName() + "-" + PomsTest.VERSION + ".jar";
        Path jar = folder.resolve(name);
        if (!Files.exists(jar)) {
            throw new IllegalStateException(jar + " is missing: run mvn verify for all modules");
        }
        return jar;
    }
}
