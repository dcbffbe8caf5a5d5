package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Java code in a page is part of a source that is compiled, to which the line below it links as the {@code Whole
 * program} or {@code Whole file}. It shows the import of every type that it uses. The example of the service has no
 * such link, because it is compared with a program that runs: {@code ExamplesTest}.
 */
class ReadmeCodeTest {
    static final List<Path> PAGES = Readmes.ALL;

    private static final Pattern JAVA = Pattern.compile("(?m)^```java$");
    private static final String CODE = "\\R((?:(?!```).*\\R)*)```\\R\\R";
    private static final Pattern SOURCED =
            Pattern.compile("(?m)^```java" + CODE + "\\[Whole (?:program|file)]\\((\\S+)\\)$");
    private static final Pattern DIFF = Pattern.compile(
            "(?m)^```diff" + CODE + "(All|Part) of the change: \\[before]\\((\\S+)\\), \\[after]\\((\\S+?)\\)");
    private static final Pattern NOT_IN_A_DIFF =
            Pattern.compile("(?m)^(package .*|import java\\..*|/\\*\\*.*| \\*.*|\\s*)\\R");
    private static final Pattern IMPORT = Pattern.compile("(?m)^import (static )?([\\w.]+)\\.(\\w+|\\*);$");
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);$");
    private static final Pattern DECLARED = Pattern.compile("\\b(?:class|interface|record|enum) (\\w+)");
    private static final Pattern TYPE = Pattern.compile("(?<![.\\w\"])[A-Z]\\w*");
    private static final Pattern WORD = Pattern.compile("\\w+");
    private static final Pattern NAME =
            Pattern.compile("(?<![\\w-])[A-Za-z]\\w*\\(|^[A-Z]\\w*(?=\\.\\w|$)|(?<=^[A-Z]\\w{0,40}\\.)\\w+$");

    /** Of the JDK, and of loops that readers have. */
    private static final Set<String> OF_OTHERS = Set.of("getFrequency", "getDisplayMode", "MAX_LOOPS", "setActive");

    private static final Pattern NO_CODE = Pattern.compile("//.*|\"[^\"]*\"");

    @Test
    void everyBlockNamesItsSource() {
        for (Path page : PAGES) {
            long examples = page.equals(Path.of("physics-thread", "README.md")) ? 1 : 0;
            assertEquals(
                    Readmes.find(JAVA, page).count() - examples,
                    Readmes.find(SOURCED, page).count(),
                    page + ": put [Whole program](path), between empty lines, below each block of Java");
        }
    }

    @ParameterizedTest
    @FieldSource("PAGES")
    void everyBlockIsInItsSource(Path page) {
        Readmes.find(SOURCED, page).forEach(block -> {
            Path source = linked(page, block.group(2));
            String shown = bare(withoutImports(block.group(1)));
            assertNotEquals("", shown);
            assertTrue(bare(Readmes.text(source)).contains(shown), () -> source + " has no\n" + block.group(1));
        });
    }

    @ParameterizedTest
    @FieldSource("PAGES")
    void everyBlockShowsItsImports(Path page) {
        Readmes.find(SOURCED, page).forEach(block -> {
            Path file = linked(page, block.group(2));
            String source = Readmes.text(file);
            for (MatchResult line : IMPORT.matcher(block.group(1)).results().toList()) {
                String from = PACKAGE.matcher(source)
                        .results()
                        .findFirst()
                        .orElseThrow()
                        .group(1);
                assertTrue(
                        source.contains(line.group()) || line.group(2).equals(from), page + " imports " + line.group());
            }
            Set<String> used = types(withoutImports(block.group(1)));
            used.removeAll(known(block.group(1)));
            used.removeAll(declared(source));
            used.removeIf(ReadmeCodeTest::isOfTheLanguage);
            used.removeIf(type -> isBeside(type, file));
            assertEquals(Set.of(), used, page + " does not import these, in\n" + block.group(1));
        });
    }

    /**
     * Its parts, between empty lines, stand for the rest, too, unless it is only a part of the change. What differs in
     * each class is left out, as is its name.
     */
    @ParameterizedTest
    @FieldSource("PAGES")
    void everyDiffLeadsFromOneSourceToAnother(Path page) {
        assertEquals(
                Readmes.text(page).lines().filter("```diff"::equals).count(),
                Readmes.find(DIFF, page).count());
        Readmes.find(DIFF, page).forEach(diff -> {
            String from = inADiff(linked(page, diff.group(3)));
            String to = inADiff(linked(page, diff.group(4)));
            StringBuilder changed = new StringBuilder();
            int copied = 0;
            int found = 0;
            for (String part : diff.group(1).split("(?m)^\\R")) {
                String before = part.replaceAll("(?m)^\\+.*\\R", "").replaceAll("(?m)^.", "");
                String after = part.replaceAll("(?m)^-.*\\R", "").replaceAll("(?m)^.", "");
                int at = from.indexOf(before, copied);
                assertTrue(at >= 0, () -> diff.group(3) + " does not continue with\n" + before);
                changed.append(from, copied, at).append(after);
                copied = at + before.length();
                found = to.indexOf(after, found);
                assertTrue(found >= 0, () -> diff.group(4) + " does not continue with\n" + after);
            }
            if (diff.group(2).equals("All")) {
                assertEquals(to, changed.append(from.substring(copied)).toString());
            }
        });
    }

    private static Path linked(Path page, String link) {
        return page.resolveSibling(link).normalize();
    }

    private static String inADiff(Path source) {
        String name = source.getFileName().toString().replace(".java", "");
        String code = Readmes.text(source).replaceAll("\\b" + name + "\\b", "MyGame");
        return NOT_IN_A_DIFF.matcher(code).replaceAll("");
    }

    /** A name between backticks that looks like a type, a constant or a call of a method. */
    @Test
    void everyNameOfAPageIsInASource() {
        Set<String> words = Readmes.files().stream()
                .filter(file -> file.toString().endsWith(".java") && !file.endsWith("ReadmeCodeTest.java"))
                .flatMap(file -> WORD.matcher(Readmes.text(file)).results())
                .map(MatchResult::group)
                .collect(Collectors.toSet());
        for (Path page : PAGES) {
            Readmes.spans(page)
                    .flatMap(span -> NAME.matcher(span).results())
                    .map(name -> name.group().replace("(", ""))
                    .filter(name -> !words.contains(name) && !OF_OTHERS.contains(name))
                    .forEach(name -> fail(page + ": no source has the name " + name));
        }
    }

    private static Set<String> known(String block) {
        return IMPORT.matcher(block).results().map(line -> line.group(3)).collect(Collectors.toSet());
    }

    private static Set<String> declared(String source) {
        return DECLARED.matcher(source).results().map(type -> type.group(1)).collect(Collectors.toSet());
    }

    /** Names in capitals are constants, and single letters the parameters of a generic type. */
    private static Set<String> types(String code) {
        return TYPE.matcher(NO_CODE.matcher(code).replaceAll(""))
                .results()
                .map(MatchResult::group)
                .filter(name -> !name.matches("[A-Z][A-Z_0-9]*"))
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** Of the reader's own code, for which the types beside the source stand. */
    private static boolean isBeside(String type, Path source) {
        return Files.exists(Readmes.ROOT.resolve(source).resolveSibling(type + ".java"));
    }

    private static boolean isOfTheLanguage(String type) {
        try {
            Class.forName("java.lang." + type);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static String withoutImports(String code) {
        return IMPORT.matcher(code).replaceAll("");
    }

    /** The indentation is another in a page. */
    private static String bare(String code) {
        return code.lines().map(String::strip).filter(line -> !line.isEmpty()).collect(Collectors.joining("\n"));
    }
}
