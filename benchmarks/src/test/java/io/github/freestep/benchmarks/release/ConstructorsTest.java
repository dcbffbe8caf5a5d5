package io.github.freestep.benchmarks.release;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks in the sources of the core that its objects are complete before others know them. A constructor that hands out
 * {@code this} lets other code see fields that are not set yet. The compiler's lint looks only at public classes that
 * can be extended, so it finds none of these.
 */
class ConstructorsTest {
    private static final List<String> CORE = List.of("physics-thread", "shared-state", "render-thread");
    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|//[^\n]*", Pattern.DOTALL);

    /** A constructor begins with the name of a class after at most one modifier, and ends at its own indentation. */
    private static final Pattern CONSTRUCTOR = Pattern.compile(
            "\n( +)(?:public |private |protected )?([A-Z]\\w*)\\([^;{}]*\\{\n(.*?)\n\\1}", Pattern.DOTALL);

    private static final Pattern HANDED_OUT = Pattern.compile("this::\\w+|(?<=[(,]\\s{0,99})this(?=\\s*[,)])");

    @Test
    void noConstructorHandsOutItsObject() throws IOException {
        List<String> found = new ArrayList<>();
        for (String module : CORE) {
            find(Path.of("..", module, "src", "main", "java"), found);
        }
        // The parts of a publisher keep it, and call it only once it is complete.
        assertEquals(List.of("StatePublisher this", "StatePublisher this", "StatePublisher this"), found);
    }

    private static void find(Path sources, List<String> found) throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java"))
                    .sorted()
                    .toList()) {
                Matcher constructors = CONSTRUCTOR.matcher(
                        COMMENT.matcher(Files.readString(file)).replaceAll(""));
                while (constructors.find()) {
                    String name = constructors.group(2);
                    HANDED_OUT
                            .matcher(constructors.group(3))
                            .results()
                            .forEach(each -> found.add(name + " " + each.group()));
                }
            }
        }
    }
}
