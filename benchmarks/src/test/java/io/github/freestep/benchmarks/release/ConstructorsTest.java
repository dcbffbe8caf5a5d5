package io.github.freestep.benchmarks.release;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks in the sources of the libraries that their objects are complete before others know them. A constructor, or the
 * initial value of a field, that hands out {@code this} lets other code see fields that are not set yet. The compiler's
 * lint looks only at public classes that can be extended, so it finds none of these.
 */
class ConstructorsTest {
    /** Those that still do, with how often. The list may only become shorter. */
    private static final String HANDED_OUT = """
            FreestepBulletState 1: the forces of its space keep that space, whose superclass calls them
            JoltSystem 3: its contacts and removals keep it
            Match 1: its book of hashes keeps it
            PeerEnd 1: its sender keeps it, and its tests replace what it reports to
            ReceiverWork 1: its stream keeps it
            StatePublisher 3: its parts keep it, and call it only once it is complete
            Worker 1: its thread runs it once another one starts that
            """;

    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|//[^\n]*", Pattern.DOTALL);

    /** A constructor begins with the name of a class after at most one modifier, and ends at its own indentation. */
    private static final Pattern CONSTRUCTOR = Pattern.compile(
            "\n( +)(?:public |private |protected )?[A-Z]\\w*\\([^;{}]*\\{(\n.*?\n)\\1}", Pattern.DOTALL);

    /** The initial value of a field. A field may hold a method of its own object. */
    private static final Pattern VALUE = Pattern.compile("\n +private [^=;(]+ = (?!this::\\w+;)([^;{}]*);");

    /** A thread that is only made calls nothing. */
    private static final Pattern THIS =
            Pattern.compile("(?<!new Thread\\()this::\\w+|(?<=[(,]\\s{0,99})this(?=\\s*[,)])|\\bthread\\.start\\(\\)");

    @Test
    void noConstructorHandsOutItsObject() throws IOException {
        List<String> found = new ArrayList<>();
        for (String module : PackagesTest.LIBRARIES) {
            find(Path.of("..", module, "src", "main", "java"), found);
        }
        find(Path.of("..", "physics-thread", "nodes", "src", "main", "java"), found);
        assertEquals(
                HANDED_OUT.lines().map(line -> line.split(":")[0]).collect(Collectors.joining("\n")),
                found.stream().sorted().collect(Collectors.joining("\n")));
    }

    private static void find(Path sources, List<String> found) throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                String text = COMMENT.matcher(Files.readString(file)).replaceAll("");
                long handedOut = Stream.concat(
                                CONSTRUCTOR.matcher(text).results().map(each -> each.group(2)),
                                VALUE.matcher(text).results().map(each -> each.group(1)))
                        .mapToLong(code -> THIS.matcher(code).results().count())
                        .sum();
                if (handedOut > 0) {
                    found.add(file.getFileName().toString().replace(".java", " ") + handedOut);
                }
            }
        }
    }
}
