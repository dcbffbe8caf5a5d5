package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A page can be read at one sitting, and says where its words are explained. */
class ReadmePagesTest {
    static final List<Path> PAGES = Readmes.ALL;

    private static final int MOST_LINES_OF_THE_MAIN_PAGE = 130;
    private static final int MOST_LINES = 300;

    @ParameterizedTest
    @FieldSource("PAGES")
    void noPageIsTooLong(Path page) {
        long lines = Readmes.text(page).lines().count();
        int most = page.equals(Readmes.MAIN) ? MOST_LINES_OF_THE_MAIN_PAGE : MOST_LINES;
        assertTrue(lines <= most, () -> page + " has " + lines + " lines, not " + most);
    }

    @ParameterizedTest
    @FieldSource("PAGES")
    void everyPageLinksTheGlossary(Path page) {
        String name = Readmes.GLOSSARY.getFileName().toString();
        assertTrue(
                page.equals(Readmes.GLOSSARY) || Readmes.text(page).contains(name + ")"),
                () -> page + " does not link " + Readmes.GLOSSARY);
    }

    @Test
    void pagesOfAllModulesAreFound() {
        assertTrue(PAGES.containsAll(List.of(
                Readmes.MAIN,
                Readmes.GLOSSARY,
                Path.of("benchmarks", "README.md"),
                Path.of("physics-thread", "README.md"),
                Path.of("render-thread", "README.md"),
                Path.of("shared-state", "README.md"))));
    }
}
