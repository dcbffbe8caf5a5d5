package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The map of the artifacts has a row for each one of the BOM, which says what its POM and its module say. Each row of
 * the cookbook names all classes and artifacts that its programs need.
 */
class ArtifactsPageTest {
    private static final Path MAP = Path.of(".github", "ARTIFACTS.md");
    private static final Pattern OWN = Pattern.compile("</parent>\\s*<artifactId>freestep-([\\w-]+)</artifactId>");
    private static final Pattern NAME = Pattern.compile("<artifactId>freestep-([\\w-]+)</artifactId>\\s*<version>\\$");
    private static final Pattern DEPENDENCY = Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL);
    private static final Pattern LIBRARY = Pattern.compile("<artifactId>freestep-([\\w-]+)</artifactId>");
    private static final Pattern MODULE = Pattern.compile("module io\\.github\\.freestep([\\w.]+) ");

    private static final Path COOKBOOK = Path.of("benchmarks", "cookbook.md");
    private static final Pattern SOURCE = Pattern.compile("\\(([^)]+\\.java)\\)");
    private static final Pattern NAMED = Pattern.compile("`freestep-([\\w-]+)`");
    private static final Pattern IMPORT =
            Pattern.compile("import (?:static )?(io\\.github\\.freestep\\.[a-z0-9.]+\\.[A-Z]\\w+)");

    private static final List<Path> FILES = Readmes.files();

    private static final Map<String, Path> POMS = FILES.stream()
            .filter(file -> file.endsWith("pom.xml") && file.getNameCount() > 1)
            .filter(file -> Readmes.find(OWN, file).findFirst().isPresent())
            .collect(Collectors.toMap(file -> first(OWN, file), Function.identity()));

    @Test
    void everyArtifactHasARowWithWhatItBringsAndItsModule() {
        List<List<String>> expected = Readmes.find(NAME, Path.of("pom.xml"))
                .map(name -> name.group(1))
                .map(name -> {
                    Path pom = POMS.get(name);
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

    @Test
    void eachRowOfTheCookbookNamesAllThatItsProgramsNeed() {
        for (List<String> row : Readmes.tables(Readmes.text(COOKBOOK)).get(0)) {
            List<Path> sources = SOURCE.matcher(row.get(1))
                    .results()
                    .map(link -> COOKBOOK.resolveSibling(link.group(1)).normalize())
                    .toList();
            Set<Path> has = new HashSet<>();
            if (!sources.isEmpty()) {
                NAMED.matcher(row.get(2)).results().forEach(name -> addWithAllThatItBrings(name.group(1), has));
            }
            sources.forEach(source -> requireAll(row, source, has));
        }
    }

    private void addWithAllThatItBrings(String name, Set<Path> to) {
        Path pom = POMS.get(name);
        if (to.add(pom.getParent()) && !brought(pom).isEmpty()) {
            List.of(brought(pom).split(", ")).forEach(each -> addWithAllThatItBrings(each, to));
        }
    }

    private void requireAll(List<String> row, Path source, Set<Path> has) {
        Readmes.find(IMPORT, source).map(found -> found.group(1)).forEach(type -> {
            Path file = Path.of("src/main/java", type.replace('.', '/') + ".java");
            boolean isThere = has.stream().anyMatch(folder -> FILES.contains(folder.resolve(file)));
            assertTrue(isThere, () -> "an artifact with " + type + " in the row " + row);
        });
        String code = Readmes.text(source).replaceAll("(?s)/\\*.*?\\*/", "");
        FILES.stream()
                .filter(file -> source.getParent().equals(file.getParent())
                        && file.toString().endsWith(".java"))
                .map(file -> file.getFileName().toString().replace(".java", ""))
                .filter(type ->
                        Pattern.compile("\\b" + type + "\\b").matcher(code).find())
                .forEach(type -> assertTrue(row.get(1).contains("`" + type + "`"), () -> type + " in the row " + row));
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
