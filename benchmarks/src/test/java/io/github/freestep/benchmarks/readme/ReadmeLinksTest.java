package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Links within the tree lead to a file, and to a heading of it; versions are the build's; options are the commands'.
 */
class ReadmeLinksTest {
    static final List<Path> PAGES = Readmes.ALL;

    /** All POMs, because a module names the versions that only it needs. */
    private static final String BUILD = Readmes.files().stream()
            .filter(file -> file.endsWith("pom.xml"))
            .map(Readmes::text)
            .collect(Collectors.joining());

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]*)(?:#([^)]*))?\\)");
    private static final Pattern VERSION = Pattern.compile("(?:<artifactId>freestep-[\\w-]+</artifactId>\\s*<version>"
            + "|io\\.github\\.freestep:freestep-[\\w-]+:)(\\d[\\w.-]*)(?=</version>|[\\s\":])");
    private static final Pattern ARTIFACT = Pattern.compile("`(?:[\\w.]+:)?([\\w-]+):(\\d[\\w.]*)(?::[\\w-]+)?`");
    private static final Pattern IN_GRADLE =
            Pattern.compile("\\(\"[\\w.]+:(?!freestep)([\\w-]+):(\\d[\\w.]*)(?::[\\w-]+)?\"\\)");
    private static final Pattern IN_MAVEN =
            Pattern.compile("<artifactId>((?!freestep)[\\w-]+)</artifactId>\\s*<version>(\\d[\\w.]*)</version>");
    private static final Pattern DEPENDENCY = Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL);
    private static final Map<String, String> CONFIGURATIONS =
            Map.of("", "implementation", "runtime", "runtimeOnly", "test", "testImplementation", "import", "platform");
    private static final Pattern CODE_LINE = Pattern.compile("(?m)^ {4}.*freestep[\\w-]*\\.jar .*$|`[^`]*`");
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z-]*");

    /** Of the JDK and of the compiler of C. */
    private static final Set<String> OF_OTHERS = Set.of(
            "--help", "--enable-native-access", "--add-opens", "--add-exports", "--sun-misc-unsafe-memory-access");

    @ParameterizedTest
    @FieldSource("PAGES")
    void linksLeadSomewhere(Path page) {
        Readmes.find(LINK, page).filter(link -> !link.group(1).contains(":")).forEach(link -> {
            Path folder = page.getParent() == null ? Path.of("") : page.getParent();
            Path target = link.group(1).isEmpty()
                    ? page
                    : folder.resolve(link.group(1)).normalize();
            assertTrue(Files.exists(Readmes.ROOT.resolve(target)), page + " links to " + link.group());
            if (link.group(2) != null) {
                assertTrue(anchors(target).contains(link.group(2)), page + " links to " + link.group());
            }
        });
    }

    private static Set<String> anchors(Path page) {
        return Readmes.find(Readmes.HEADING, page)
                .map(heading -> Readmes.anchor(heading.group(1)))
                .collect(Collectors.toSet());
    }

    @Test
    void theVersionIsThatOfTheBuild() {
        String built = Readmes.find(VERSION, Path.of("pom.xml"))
                .findFirst()
                .orElseThrow()
                .group(1);
        for (Path page : PAGES) {
            Readmes.find(VERSION, page).forEach(version -> assertEquals(built, version.group(1), page.toString()));
        }
    }

    @ParameterizedTest
    @FieldSource("PAGES")
    void gradleHasEachDependencyThatMavenHas(Path page) {
        Readmes.find(DEPENDENCY, page).map(MatchResult::group).forEach(maven -> {
            String classifier = maven.contains("<type>test-jar<") ? "tests" : element("classifier", maven);
            String line = CONFIGURATIONS.get(element("scope", maven)) + "(\"" + element("groupId", maven) + ":"
                    + element("artifactId", maven) + ":" + element("version", maven)
                    + (classifier.isEmpty() ? "" : ":" + classifier) + "\")";
            assertTrue(Readmes.text(page).contains(line), () -> page + " lacks the line for Gradle: " + line);
        });
    }

    private static String element(String name, String dependency) {
        Matcher found = Pattern.compile("<" + name + ">([^<]*)<").matcher(dependency);
        return found.find() ? found.group(1) : "";
    }

    @ParameterizedTest
    @FieldSource("PAGES")
    void versionsOfOthersAreThoseOfTheBuild(Path page) {
        Stream.of(ARTIFACT, IN_GRADLE, IN_MAVEN)
                .flatMap(pattern -> Readmes.find(pattern, page))
                .forEach(artifact -> {
                    Pattern version = Pattern.compile("<artifactId>" + Pattern.quote(artifact.group(1))
                            + "</artifactId>\\s*<version>\\$\\{([\\w.]+)}</version>");
                    List<String> properties = version.matcher(BUILD)
                            .results()
                            .map(each -> each.group(1))
                            .toList();
                    assertTrue(
                            properties.stream()
                                    .anyMatch(each ->
                                            BUILD.contains("<" + each + ">" + artifact.group(2) + "</" + each + ">")),
                            () -> page + " names " + artifact.group() + ", and the build " + properties);
                });
    }

    @Test
    void everyOptionIsOneOfACommand() {
        String commands = Readmes.files().stream()
                .filter(file -> Stream.of(
                                "render-thread/tools", "benchmarks", "benchmarks/evidence", "benchmarks/nodes-demo")
                        .anyMatch(module -> file.startsWith(Path.of(module, "src", "main"))))
                .filter(file -> file.toString().endsWith(".java"))
                .map(Readmes::text)
                .collect(Collectors.joining());
        for (Path page : PAGES) {
            Readmes.find(CODE_LINE, page)
                    .map(MatchResult::group)
                    .flatMap(code -> OPTION.matcher(code).results())
                    .map(MatchResult::group)
                    .filter(option -> !OF_OTHERS.contains(option))
                    .forEach(option -> assertTrue(commands.contains("\"" + option + "\""), page + ": " + option));
        }
    }
}
