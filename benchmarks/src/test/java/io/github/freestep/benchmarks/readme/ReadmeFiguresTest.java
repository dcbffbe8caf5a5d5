package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Pages do not contradict each other where they have figures. What the main page says that something costs is measured
 * on a page of the benchmarks. Defaults and limits: {@link ReadmeDefaultsTest}.
 */
class ReadmeFiguresTest {
    static final List<Path> PAGES = Readmes.ALL;

    private static final Pattern COSTS = Pattern.compile("(?m)^## What it costs$(.*?)(?=^## |\\z)", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)\\]\\(([^):#]+\\.md)(?:#([^)]*))?\\)");
    private static final Pattern CODE = Pattern.compile("`([^`]*)`");
    private static final Pattern FIGURE = Pattern.compile("(?<![\\w.,])\\d+(?:,\\d{3})*(?:\\.\\d+)?(?![\\w])");

    @Test
    void everyCostOfTheMainPageIsMeasured() {
        List<Set<String>> measured = Readmes.ALL.stream()
                .filter(page -> page.startsWith("benchmarks"))
                .flatMap(page -> Readmes.tables(Readmes.text(page)).stream())
                .flatMap(List::stream)
                .map(row -> figures(String.join(" ", row)))
                .toList();
        String costs =
                Readmes.find(COSTS, Readmes.MAIN).findFirst().orElseThrow().group(1);
        List<List<String>> rows = Readmes.tables(costs).get(0);
        for (List<String> row : rows.subList(1, rows.size())) {
            for (String cell : row.subList(1, row.size())) {
                assertFalse(figures(cell).isEmpty(), () -> "no figure: " + cell);
                assertTrue(isOneOf(measured, cell), () -> "no row of a table of the benchmarks has all of: " + cell);
            }
        }
    }

    /** Figures in a link's text are on the linked page. */
    @ParameterizedTest
    @FieldSource("PAGES")
    void figuresInALinkAreOnTheLinkedPage(Path page) {
        Readmes.find(LINK, page)
                .filter(link -> !figures(link.group(1)).isEmpty())
                .forEach(link -> {
                    String target =
                            Readmes.text(page.resolveSibling(link.group(2)).normalize());
                    String part = link.group(3) == null ? target : Readmes.under(link.group(3), target);
                    assertTrue(
                            figures(part).containsAll(figures(link.group(1))),
                            () -> page + " has other figures than the page to which it links: " + link.group());
                });
    }

    private static boolean isOneOf(List<Set<String>> measured, String cell) {
        return measured.stream().anyMatch(row -> row.containsAll(figures(cell)));
    }

    /** The numbers of a text, without those in code. */
    private static Set<String> figures(String text) {
        return FIGURE.matcher(CODE.matcher(text).replaceAll(""))
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toSet());
    }
}
