package io.github.freestep.benchmarks.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The parent, and so the BOM, lists all libraries; the changes have a heading for the version; the build is short. */
class PomsTest {
    private static final Path ROOT = Path.of("..");
    private static final String PARENT = text("pom.xml");
    private static final Pattern VERSIONS = Pattern.compile("</artifactId>\\s*<version>([^<$]+)</version>");
    static final String VERSION = first(VERSIONS, PARENT);
    private static final Pattern MANAGED =
            Pattern.compile("<artifactId>(freestep-[\\w-]+)</artifactId>\\s*<version>\\$");
    private static final Pattern OWN_NAME = Pattern.compile("</parent>\\s*<artifactId>(freestep-[\\w-]+)</artifactId>");

    @Test
    void theParentListsAllLibraries() {
        List<String> libraries = PackagesTest.LIBRARIES.stream()
                .map(module -> first(OWN_NAME, text(module + "/pom.xml")))
                .toList();
        assertEquals(
                libraries,
                MANAGED.matcher(PARENT).results().map(each -> each.group(1)).toList());
    }

    @Test
    void theChangesHaveTheVersion() {
        String version = VERSION.replace("-SNAPSHOT", "");
        Pattern heading = Pattern.compile("(?m)^## " + Pattern.quote(version) + "( \\(breaking\\))?$");
        assertTrue(
                heading.matcher(text(".github/CHANGELOG.md")).find(),
                () -> "add a heading for " + version + " to .github/CHANGELOG.md");
    }

    /** One person can still read all of the build. A change that makes it longer raises a bound here, and says why. */
    @Test
    void theBuildIsShort() {
        assertTrue(lines("pom.xml") <= 3_050, () -> "the POMs have " + lines("pom.xml") + " lines");
        assertTrue(lines(".ci/*") <= 1_000, () -> ".ci has " + lines(".ci/*") + " lines");
    }

    /** Counts the lines of the files with a name, or of those in a folder, outside the folders that are built. */
    private static long lines(String pattern) {
        PathMatcher matcher = ROOT.getFileSystem().getPathMatcher("glob:**/" + pattern);
        try (Stream<Path> files = Files.find(ROOT, 6, (file, as) -> as.isRegularFile() && matcher.matches(file))) {
            return files.filter(file -> !file.toString().contains("target"))
                    .mapToLong(file ->
                            text(ROOT.relativize(file).toString()).lines().count())
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String first(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        assertTrue(found.find(), pattern::pattern);
        return found.group(1);
    }

    private static String text(String file) {
        try {
            return Files.readString(ROOT.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
