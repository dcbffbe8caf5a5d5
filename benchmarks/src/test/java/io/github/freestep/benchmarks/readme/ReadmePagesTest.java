package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Every page says where its words are explained. */
class ReadmePagesTest {
    static final List<Path> PAGES = Readmes.ALL;

    @ParameterizedTest
    @FieldSource("PAGES")
    void everyPageLinksTheGlossary(Path page) {
        String name = Readmes.GLOSSARY.getFileName().toString();
        assertTrue(
                page.equals(Readmes.GLOSSARY) || Readmes.text(page).contains(name + ")"),
                () -> page + " does not link " + Readmes.GLOSSARY);
    }
}
