package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * The page of figures has each table that {@code benchmarks/evidence/measure} writes, and each of its figures has a
 * benchmark.
 */
class FigureTablesTest {
    private static final Path PAGE = Path.of("benchmarks", "measuring.md");
    /** Such as {17 us PileBenchmark.wholeTick:p50 boxes=1000}, which names the JDK and the unit first. */
    private static final Pattern FIGURE = Pattern.compile("\\{\\S+ \\S+ ([\\w.]+)[^}]*}");
    /** A command, not a benchmark of JMH. */
    private static final String PACING = "pacing";

    static final List<Path> TABLES = Readmes.files().stream()
            .filter(file -> file.startsWith(Path.of("benchmarks", "evidence", "figures")))
            .toList();

    private static final Set<String> BENCHMARKS = benchmarks();

    @ParameterizedTest
    @FieldSource("TABLES")
    void thePageHasTheTitlesOfEachTable(Path table) {
        String titles = Readmes.text(table)
                .lines()
                .filter(line -> line.startsWith("|"))
                .findFirst()
                .orElseThrow();
        assertTrue(Readmes.text(PAGE).lines().anyMatch(titles::equals), titles);
    }

    @ParameterizedTest
    @FieldSource("TABLES")
    void eachFigureHasABenchmark(Path table) {
        List<String> names =
                Readmes.find(FIGURE, table).map(each -> each.group(1)).toList();
        assertFalse(names.isEmpty(), () -> table + " has no figures");
        names.forEach(name -> assertTrue(
                name.equals(PACING) || BENCHMARKS.contains(name),
                () -> table + " names the benchmark " + name + ", which does not exist"));
    }

    /** The names as JMH prints them, from the list that its annotation processor has written, without packages. */
    private static Set<String> benchmarks() {
        return BenchmarkList.defaultList()
                .getAll(OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT), List.of())
                .stream()
                .map(BenchmarkListEntry::getUsername)
                .map(name -> name.replaceFirst(".*\\.(?=\\w+\\.\\w+$)", ""))
                .collect(Collectors.toSet());
    }
}
