package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A page can be read at one sitting, and says where its words are explained. */
class ReadmePagesTest {
    static final List<Path> PAGES = Readmes.ALL;

    private static final int MOST_LINES_OF_THE_MAIN_PAGE = 130;
    private static final int MOST_LINES = 300;
    private static final int MOST_WORDS_FOR_USERS = 20_000;
    private static final int MOST_WORDS_OF_EVIDENCE = 10_000;
    private static final int MOST_WORDS_OF_PACKAGES = 20_000;
    private static final Pattern EVIDENCE = Pattern.compile("measur|gallery|peers|verified|links");

    @ParameterizedTest
    @FieldSource("PAGES")
    void noPageIsTooLong(Path page) {
        long lines = Readmes.text(page).lines().count();
        int most = page.equals(Readmes.MAIN) ? MOST_LINES_OF_THE_MAIN_PAGE : MOST_LINES;
        assertTrue(lines <= most, () -> page + " has " + lines + " lines, not " + most);
    }

    @Test
    void allPagesCanBeReadInAFewHours() {
        assertTrue(PAGES.size() > 20, PAGES::toString);
        Map<Boolean, Integer> words = PAGES.stream()
                .collect(Collectors.partitioningBy(
                        page -> EVIDENCE.matcher(page.toString()).find(),
                        Collectors.summingInt(ReadmePagesTest::words)));
        assertTrue(
                words.get(false) <= MOST_WORDS_FOR_USERS, words.get(false) + " words for users; shorten the longest");
        assertTrue(words.get(true) <= MOST_WORDS_OF_EVIDENCE, words.get(true) + " words of measurements and proofs");
    }

    @Test
    void packageDocumentsAreShort() {
        int words = Readmes.files().stream()
                .filter(file ->
                        file.endsWith("package-info.java") && file.toString().contains("/main"))
                .mapToInt(ReadmePagesTest::words)
                .sum();
        assertTrue(words > 0 && words <= MOST_WORDS_OF_PACKAGES, words + " words of package documents");
    }

    private static int words(Path page) {
        return Readmes.text(page).strip().split("\\s+").length;
    }

    @ParameterizedTest
    @FieldSource("PAGES")
    void everyPageLinksTheGlossary(Path page) {
        String name = Readmes.GLOSSARY.getFileName().toString();
        assertTrue(
                page.equals(Readmes.GLOSSARY) || Readmes.text(page).contains(name + ")"),
                () -> page + " does not link " + Readmes.GLOSSARY);
    }
}
