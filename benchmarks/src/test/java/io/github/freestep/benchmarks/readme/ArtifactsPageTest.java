package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The map of the artifacts has a row for each one of the BOM, which says what the POM and the module of it say. */
class ArtifactsPageTest {
    private static final Path MAP = Path.of(".github", "ARTIFACTS.md");
    private static final Pattern OWN = Pattern.compile("</parent>\\s*<artifactId>freestep-([\\w-]+)</artifactId>");
    private static final Pattern NAME = Pattern.compile("<artifactId>freestep-([\\w-]+)</artifactId>\\s*<version>\\$");
    private static final Pattern DEPENDENCY = Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL);
    private static final Pattern LIBRARY = Pattern.compile("<artifactId>freestep-([\\w-]+)</artifactId>");
    private static final Pattern MODULE = Pattern.compile("module io\\.github\\.freestep([\\w.]+) ");
    private static final Pattern LINKED = Pattern.compile("\\[(`[^`]+`)]\\([^)]*ARTIFACTS\\.md\\)");

    @Test
    void everyArtifactHasARowWithWhatItBringsAndItsModule() {
        var folders = Readmes.files().stream()
                .filter(file -> file.endsWith("pom.xml") && file.getNameCount() > 1)
                .filter(file -> Readmes.find(OWN, file).findFirst().isPresent())
                .collect(Collectors.toMap(file -> first(OWN, file), Function.identity()));
        List<List<String>> expected = Readmes.find(NAME, Path.of("pom.xml"))
                .map(name -> name.group(1))
                .map(name -> {
                    Path pom = folders.get(name);
                    String module = first(MODULE, pom.resolveSibling("src/main/java/module-info.java"));
                    return List.of("`freestep-" + name + "`", brought(pom), "`" + module + "`");
                })
                .toList();
        List<List<String>> rows = Readmes.tables(Readmes.text(MAP)).get(0).stream()
                .skip(1)
                .map(row -> List.of(row.get(0), row.get(2), row.get(3)))
                .toList();
        assertEquals(expected, rows);
    }

    @ParameterizedTest
    @FieldSource("io.github.freestep.benchmarks.readme.Readmes#ALL")
    void everyArtifactThatAPageLinksToTheMapIsInIt(Path page) {
        String map = Readmes.text(MAP);
        Readmes.find(LINKED, page)
                .map(name -> name.group(1))
                .forEach(name -> assertTrue(map.contains("| " + name + " |"), () -> page + " names " + name));
    }

    @Test
    void theGlossaryToWhichAllPagesLinkSaysWhereTheMapAndTheJavadocAre() {
        String glossary = Readmes.text(Readmes.GLOSSARY);
        assertTrue(glossary.contains("(" + MAP.getFileName() + ")"));
        assertTrue(glossary.contains("`mvn -Psite`"));
    }

    private static String brought(Path pom) {
        return Readmes.find(DEPENDENCY, pom)
                .map(MatchResult::group)
                .filter(dependency -> !dependency.contains("<scope>test<") && !dependency.contains("<type>test-jar<"))
                .flatMap(dependency -> LIBRARY.matcher(dependency).results())
                .map(library -> library.group(1))
                .collect(Collectors.joining(", "));
    }

    private static String first(Pattern pattern, Path file) {
        Matcher found = pattern.matcher(Readmes.text(file));
        assertTrue(found.find(), () -> file + " lacks " + pattern);
        return found.group(1);
    }
}
