package io.github.freestep.benchmarks.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The parent, and so the BOM, lists all libraries, the changes name the version, and the workflow pins its actions. */
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
        List<String> libraries = PackagesTest.PUBLISHED.stream()
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

    /** The owner of an action can move its tags to other code, which our workflow would then run. */
    @Test
    void theWorkflowPinsItsActions() {
        List<String> loose = text(".github/workflows/ci.yml")
                .lines()
                .filter(line -> line.contains("uses:") && !line.matches(".*@[0-9a-f]{40} # v\\d+\\.\\d+\\.\\d+"))
                .toList();
        assertEquals(List.of(), loose, "write the digest of the tag in place of the tag, which stays as a comment");
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
