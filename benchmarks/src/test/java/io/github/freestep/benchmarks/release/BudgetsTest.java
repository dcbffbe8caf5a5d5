package io.github.freestep.benchmarks.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.readme.Readmes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * How large the project may be, because a project that grows with each good idea becomes too much for everyone: its
 * lines of code, pages, artifacts, options and build. Lines with only comments or blanks do not count, and what a
 * module has under {@code src/test} counts as tests.
 */
class BudgetsTest {
    private static final String HOW = "; delete what nobody uses, or raise the bound in a commit that names the module"
            + " that pays for it with as much that goes";

    private static final long CORE = 18_600;
    private static final long LIBRARIES = 61_300;
    private static final long BENCHMARKS = 17_000;
    private static final long TESTS = 91_750;
    private static final long WORDS = 45_000;
    private static final long ARTIFACTS = 24;
    private static final long OPTIONS = 82;

    /** The bounds of each module: of its code, and of its tests. Each was half a percent above what the module had. */
    private static final String MODULES = """
            benchmarks                       8,629  12,626
            benchmarks/evidence              3,747     539
            benchmarks/evidence/peers          177       0
            benchmarks/nodes-demo            1,090     562
            benchmarks/real                    569       0
            benchmarks/system-tests              0   2,932
            physics-thread                   8,598   9,323
            physics-thread/engines           1,906   3,495
            physics-thread/engines/box2d       463     419
            physics-thread/engines/bullet      475     497
            physics-thread/engines/dyn4j       416     426
            physics-thread/engines/jolt      3,287   3,455
            physics-thread/engines/physx       632     754
            physics-thread/ground              578     706
            physics-thread/lockstep          5,672   6,710
            physics-thread/micrometer          159     133
            physics-thread/nodes             2,511   3,289
            physics-thread/prediction        2,849   3,062
            physics-thread/realtime            327     409
            physics-thread/recording         3,823   4,712
            physics-thread/rooms             1,341   3,098
            render-thread                    4,599   6,160
            render-thread/capsule              498     645
            render-thread/hosts/gdx            184     374
            render-thread/hosts/jme            850   1,142
            render-thread/hosts/minestom       508     571
            render-thread/hosts/smooth         874     910
            render-thread/server             2,022   2,241
            render-thread/tools              2,647     868
            render-thread/tools/agent          226     336
            render-thread/trace              2,568   1,482
            shared-state                     4,970   5,649
            shared-state/net                11,471  14,651
            """;

    /** A comment, or a text, in which no comment begins. */
    private static final Pattern TOKEN = Pattern.compile("\"\"\"(?s:.*?)(?<!\\\\)\"\"\""
            + "|\"(?:[^\"\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\n]|\\\\.)*'|//[^\n]*|/\\*(?s:.*?)\\*/");

    /** A public method that returns the type of its class, in classes whose names say that they have options. */
    private static final Pattern OPTION =
            Pattern.compile("(?m)^ +public (Builder|B|PhysicsBuilder|\\w+Settings|MatchWorld)\\b.* (\\w+)\\(");

    private static final Pattern TEST = Pattern.compile("(^|/)src/test|system-tests");

    /** The lines of a module. */
    private static final class Size {
        long code;
        long tests;
    }

    private static final Map<String, Size> SIZES = new TreeMap<>();

    static {
        files(".java").forEach(file -> {
            Size size = SIZES.computeIfAbsent(module(file), unused -> new Size());
            long lines = code(Readmes.text(file));
            if (TEST.matcher(file.toString()).find()) {
                size.tests += lines;
            } else {
                size.code += lines;
            }
        });
    }

    @Test
    void theCodeKeepsItsBounds() {
        Predicate<String> isBenchmark = module -> module.matches("(benchmarks|render-thread/tools)(/.*)?");
        assertAtMost(CORE, code(module -> module.matches("shared-state|physics-thread|render-thread")), "the core");
        assertAtMost(LIBRARIES, code(isBenchmark.negate()), "the libraries with the core");
        assertAtMost(BENCHMARKS, code(isBenchmark), "the benchmarks and tools");
        assertAtMost(
                TESTS, SIZES.values().stream().mapToLong(size -> size.tests).sum(), "the tests");
    }

    /** If a module has come, gone or moved, or if all are measured again, copy the table from the message. */
    @Test
    void eachModuleKeepsItsBounds() {
        Map<String, long[]> bounds = MODULES.lines()
                .map(line -> line.strip().split(" +"))
                .collect(Collectors.toMap(row -> row[0], row -> new long[] {number(row[1]), number(row[2])}));
        String over = SIZES.entrySet().stream()
                .filter(each -> {
                    long[] bound = bounds.getOrDefault(each.getKey(), new long[2]);
                    return each.getValue().code > bound[0] || each.getValue().tests > bound[1];
                })
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(", "));
        String table = SIZES.entrySet().stream()
                .map(each -> "            %-30s %,7d %,7d%n"
                        .formatted(each.getKey(), bound(each.getValue().code), bound(each.getValue().tests)))
                .collect(Collectors.joining());
        assertEquals("", over, () -> "these modules are over their bounds" + HOW + ":\n" + table);
        assertEquals(SIZES.keySet(), bounds.keySet(), () -> "these are the modules now:\n" + table);
    }

    @Test
    void thePagesKeepTheirBound() {
        long words = Readmes.ALL.stream()
                .flatMap(page -> Stream.of(Readmes.text(page).strip().split("\\s+")))
                .count();
        assertTrue(words <= WORDS, () -> "the pages have %,d words of %,d%s".formatted(words, WORDS, HOW));
    }

    @Test
    void usersChooseAmongFewArtifacts() {
        // Another test compares the rows of the map with the POM.
        long artifacts = Readmes.tables(Readmes.text(Path.of(".github", "ARTIFACTS.md")))
                        .get(0)
                        .size()
                - 1;
        assertTrue(artifacts > 0 && artifacts <= ARTIFACTS, () -> artifacts + " artifacts of " + ARTIFACTS + HOW);
    }

    /** Each option doubles the combinations, which no test runs. Two forms of one option count once. */
    @Test
    void usersChooseAmongFewOptions() {
        Map<String, String> options = files(".java")
                .filter(file -> file.toString().contains("/src/main/") && !file.startsWith("benchmarks"))
                .collect(Collectors.toMap(
                        Path::toString,
                        file -> OPTION.matcher(Readmes.text(file))
                                .results()
                                .filter(each -> isBuilder(each, file))
                                .map(each -> each.group(2))
                                .distinct()
                                .collect(Collectors.joining(" "))));
        options.values().removeIf(String::isEmpty);
        long count = options.values().stream()
                .mapToLong(names -> names.split(" ").length)
                .sum();
        assertTrue(count <= OPTIONS, () -> count + " options of " + OPTIONS + HOW + ": " + options);
    }

    /** One person can still read all of the build. */
    @Test
    void theBuildIsShort() {
        assertAtMost(3_150, lines(file -> file.endsWith("pom.xml")), "all POMs together");
        assertAtMost(1_000, lines(file -> file.startsWith(".ci")), ".ci");
    }

    @Test
    void commentsAndBlanksAreNotCounted() {
        String text = """
                /** A comment // of
                 * two lines. */
                class A { // a comment

                    String url = "http://a/*", quote = "\\""; /* one */ /* two
                    of them */ char c = '"'; // "
                    /* alone */
                    String block = \"""
                        /* no comment

                        // none either\""";
                }
                """;
        assertEquals(7, code(text));
    }

    private static boolean isBuilder(MatchResult option, Path file) {
        return option.group(1).matches("B|Builder") || file.endsWith(option.group(1) + ".java");
    }

    private static void assertAtMost(long bound, long lines, String what) {
        assertTrue(lines <= bound, () -> "%s: %,d lines of %,d%s".formatted(what, lines, bound, HOW));
    }

    private static long code(Predicate<String> module) {
        return SIZES.entrySet().stream()
                .filter(each -> module.test(each.getKey()))
                .mapToLong(each -> each.getValue().code)
                .sum();
    }

    private static long lines(Predicate<Path> file) {
        return Readmes.files().stream()
                .filter(file)
                .mapToLong(each -> Readmes.text(each).lines().count())
                .sum();
    }

    private static Stream<Path> files(String end) {
        return Readmes.files().stream().filter(file -> file.toString().endsWith(end));
    }

    /** The next folder above a file that has a POM. */
    private static String module(Path file) {
        Path folder = file.getParent();
        while (folder != null && !Files.exists(Readmes.ROOT.resolve(folder).resolve("pom.xml"))) {
            folder = folder.getParent();
        }
        return folder == null ? "." : folder.toString().replace('\\', '/');
    }

    private static long code(String text) {
        return TOKEN.matcher(text)
                .replaceAll(token -> token.group().startsWith("/")
                        ? token.group().replaceAll("[^\n]", "")
                        : Matcher.quoteReplacement(token.group()))
                .lines()
                .filter(line -> !line.isBlank())
                .count();
    }

    private static long number(String text) {
        return Long.parseLong(text.replace(",", ""));
    }

    private static long bound(long size) {
        return (long) Math.ceil(size * 1.005);
    }
}
