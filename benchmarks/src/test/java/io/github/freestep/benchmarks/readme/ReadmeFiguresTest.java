package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Pages do not contradict each other where they have figures. Those of the main page: {@link MainPageFiguresTest}.
 * Defaults and limits: {@link ReadmeDefaultsTest}.
 */
class ReadmeFiguresTest {
    static final List<Path> PAGES = Readmes.ALL;

    private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)\\]\\(([^):#]+\\.md)(?:#([^)]*))?\\)");
    private static final Pattern CODE = Pattern.compile("`([^`]*)`");
    private static final Pattern FIGURE = Pattern.compile("(?<![\\w.,])\\d+(?:,\\d{3})*(?:\\.\\d+)?(?![\\w])");

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

    /** The numbers of a text, without those in code. */
    private static Set<String> figures(String text) {
        return FIGURE.matcher(CODE.matcher(text).replaceAll(""))
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toSet());
    }
}
