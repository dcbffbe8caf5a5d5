package io.github.freestep.benchmarks.readme;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The pages that the tests here read: every one of the tree. Tests run in the folder of their module. */
public final class Readmes {
    public static final Path ROOT = Path.of("..");
    static final Path GLOSSARY = Path.of(".github", "GLOSSARY.md");

    /** All pages but those in jars, such as licences. */
    public static final List<Path> ALL = files().stream()
            .filter(file -> file.toString().endsWith(".md"))
            .filter(file -> StreamSupport.stream(file.spliterator(), false).noneMatch(Path.of("src")::equals))
            .sorted()
            .toList();

    static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

    private static final Pattern FENCED = Pattern.compile("(?m)^```.*?^```$", Pattern.DOTALL);
    private static final Pattern INDENTED = Pattern.compile("(?m)^ {4,}.*$");
    private static final Pattern SPAN = Pattern.compile("`([^`]+)`");

    private Readmes() {}

    public static String text(Path page) {
        try {
            return Files.readString(ROOT.resolve(page));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All code between backticks, on one line each. */
    static Stream<String> spans(Path page) {
        String prose = FENCED.matcher(text(page)).replaceAll("");
        return SPAN.matcher(INDENTED.matcher(prose).replaceAll(""))
                .results()
                .map(span -> span.group(1).replaceAll("\\s+", " "));
    }

    static Stream<MatchResult> find(Pattern what, Path page) {
        return what.matcher(text(page)).results();
    }

    /** The name of a heading in a link. */
    static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\w -]", "").replace(' ', '-');
    }

    /** All files of the tree, relative to its root, without those that a build or git makes. */
    public static List<Path> files() {
        List<Path> files = new ArrayList<>();
        try {
            Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
                /** What a build makes is not even listed, because tests that run now may delete it. */
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes unused) {
                    String name = folder.getFileName().toString();
                    return name.equals("target") || name.equals(".git")
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes unused) {
                    files.add(ROOT.relativize(file));
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    /** The tables of a page, each with its header first, as rows of cells. */
    public static List<List<List<String>>> tables(String page) {
        List<List<List<String>>> tables = new ArrayList<>();
        boolean inTable = false;
        for (String line : page.lines().toList()) {
            if (!line.startsWith("|")) {
                inTable = false;
            } else if (!inTable) {
                inTable = true;
                tables.add(new ArrayList<>(List.of(cells(line))));
            } else if (!line.startsWith("|---")) {
                tables.get(tables.size() - 1).add(cells(line));
            }
        }
        return tables;
    }

    private static List<String> cells(String line) {
        String inner = line.strip().replaceAll("^\\||\\|$", "");
        return Arrays.stream(inner.split("(?<!\\\\)\\|", -1)).map(String::strip).toList();
    }
}
