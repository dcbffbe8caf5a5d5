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

/** A drawing outlives the classes that it names, because no compiler reads it. */
class DrawingsTest {
    static final List<Path> DRAWINGS = Readmes.files().stream()
            .filter(file -> file.startsWith(".github") && file.toString().endsWith(".svg"))
            .toList();

    /** A name of two words or more, or a single word that stands alone, because others may begin a sentence. */
    private static final Pattern CLASS =
            Pattern.compile("\\b(?:[A-Z][a-z]+){2,}\\b|(?<=>)(?!Freestep<)[A-Z][a-z]+(?=<)");

    private static final Set<String> CLASSES = Readmes.files().stream()
            .map(file -> file.getFileName().toString())
            .filter(name -> name.endsWith(".java"))
            .map(name -> name.replace(".java", ""))
            .collect(Collectors.toSet());

    @ParameterizedTest
    @FieldSource("DRAWINGS")
    void eachClassInADrawingExists(Path drawing) {
        Readmes.find(CLASS, drawing)
                .map(MatchResult::group)
                .forEach(name -> assertTrue(CLASSES.contains(name), () -> drawing + " names " + name));
    }
}
