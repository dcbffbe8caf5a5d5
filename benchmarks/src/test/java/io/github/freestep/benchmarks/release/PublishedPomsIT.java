package io.github.freestep.benchmarks.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Gradle can read the POMs that users get. It knows no settings, no properties of the system, and only profiles that
 * are always active, so a POM must need none of them. This runs in {@code mvn verify}, after all POMs are made.
 */
class PublishedPomsIT {
    private static final Pattern NOT_FLAT = Pattern.compile("<(parent|properties|profiles)>|\\$\\{");
    private static final Pattern DEPENDENCY = Pattern.compile("(?s)<dependency>.*?</dependency>");
    private static final Pattern VERSION = Pattern.compile("<version>[^<]");
    private static final Pattern MANAGED = Pattern.compile("<artifactId>(.*)</artifactId>\\s*<version>(.*)</version>");

    @ParameterizedTest
    @FieldSource("io.github.freestep.benchmarks.release.PackagesTest#LIBRARIES")
    void aLibraryHasAFlatPomWithAllVersions(String library) {
        String pom = pom(library);
        assertFalse(NOT_FLAT.matcher(pom).find(), pom);
        assertFalse(pom.contains("<dependencyManagement>"), () -> "manages versions of others: " + pom);
        dependencies(pom).forEach(each -> assertTrue(VERSION.matcher(each).find(), () -> "has no version: " + each));
    }

    /** Without dependencies, the test above would pass without checking a version. */
    @Test
    void theLibrariesHaveDependencies() {
        long count = PackagesTest.LIBRARIES.stream()
                .flatMap(library -> dependencies(pom(library)))
                .count();
        assertTrue(count >= 30, () -> count + " dependencies");
    }

    @Test
    void theBomIsFlatAndListsWhatIsPublished() {
        String bom = pom(".github/bom");
        assertFalse(NOT_FLAT.matcher(bom).find(), bom);
        assertEquals(
                PackagesTest.PUBLISHED.stream()
                        .map(library -> "freestep-" + Path.of(library).getFileName() + " " + PomsTest.VERSION)
                        .toList(),
                dependencies(bom)
                        .flatMap(each -> MANAGED.matcher(each).results())
                        .map(each -> each.group(1) + " " + each.group(2))
                        .toList());
    }

    private static Stream<String> dependencies(String pom) {
        return DEPENDENCY.matcher(pom).results().map(MatchResult::group);
    }

    private static String pom(String module) {
        try {
            return Files.readString(Path.of("..", module, "target", "flattened-pom.xml"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
