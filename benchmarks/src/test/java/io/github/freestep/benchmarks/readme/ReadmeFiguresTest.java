package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.StateSender;
import io.github.freestep.physics.Events;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Pages do not contradict each other where they have figures. What the main page says that something costs is measured
 * on a page of the benchmarks. Limits and defaults are those of the code.
 */
class ReadmeFiguresTest {
    private static final Pattern COSTS = Pattern.compile("(?m)^## What it costs$(.*?)(?=^## |\\z)", Pattern.DOTALL);
    private static final Pattern OPTION = Pattern.compile("\\.(\\w+)\\(");
    private static final Pattern CODE = Pattern.compile("`([^`]*)`");
    private static final Pattern FIGURE = Pattern.compile("(?<![\\w.,])\\d+(?:,\\d{3})*(?:\\.\\d+)?(?![\\w])");

    @Test
    void everyCostOfTheMainPageIsMeasured() {
        List<Set<String>> measured = Readmes.ALL.stream()
                .filter(page -> page.startsWith("benchmarks"))
                .flatMap(page -> tables(Readmes.text(page)).stream())
                .flatMap(List::stream)
                .map(row -> figures(String.join(" ", row)))
                .toList();
        String costs =
                Readmes.find(COSTS, Readmes.MAIN).findFirst().orElseThrow().group(1);
        List<List<String>> rows = tables(costs).get(0);
        for (List<String> row : rows.subList(1, rows.size())) {
            for (String cell : row.subList(1, row.size())) {
                assertFalse(figures(cell).isEmpty(), () -> "no figure: " + cell);
                assertTrue(isOneOf(measured, cell), () -> "no row of a table of the benchmarks has all of: " + cell);
            }
        }
    }

    private static boolean isOneOf(List<Set<String>> measured, String cell) {
        return measured.stream().anyMatch(row -> row.containsAll(figures(cell)));
    }

    @Test
    void limitsAreThoseOfTheCode() {
        assertSays(Path.of("physics-thread", "README.md"), "a ring for %,d events", Events.DEFAULT_CAPACITY);
        assertSays(Readmes.MAIN, "for up to %d players", MatchSettings.MAX_PLAYERS);
    }

    /** Where the builder has a field that is named like the option. */
    @Test
    void defaultsAreThoseOfTheCode() throws Exception {
        StateBuffer states = StatePublisher.of(StateLayout.of(1)).states();
        assertDefaults(Path.of("physics-thread", "README.md"), PhysicsService.builder(new Sparks()), 4);
        assertDefaults(Path.of("shared-state", "network.md"), StateSender.builder(states), 1);
    }

    private static void assertDefaults(Path page, Object builder, int least) throws IllegalAccessException {
        int compared = 0;
        for (List<List<String>> table : tables(Readmes.text(page))) {
            int column = table.get(0).indexOf("default");
            for (List<String> row : column < 0 ? List.<List<String>>of() : table.subList(1, table.size())) {
                int number = numberOf(OPTION.matcher(row.get(0)), builder);
                if (number != 0) {
                    compared++;
                    String said = row.get(column).replace(",", "");
                    assertTrue(said.matches(number + "\\b.*"), () -> page + ", not " + number + ": " + row);
                }
            }
        }
        assertTrue(compared >= least, page + " has " + compared + " defaults that are numbers");
    }

    /** Returns the number that a builder, or its options, has for an option, or 0 if it has none. */
    private static int numberOf(Matcher option, Object builder) throws IllegalAccessException {
        return option.find() ? numberOf(option.group(1), builder) : 0;
    }

    private static int numberOf(String option, Object builder) throws IllegalAccessException {
        int number = 0;
        for (Field field : builder.getClass().getDeclaredFields()) {
            if (field.getName().equals(option) && field.getType() == int.class) {
                field.setAccessible(true);
                number = field.getInt(builder);
            } else if (field.getName().equals("options")) {
                field.setAccessible(true);
                number = Math.max(number, numberOf(option, field.get(builder)));
            }
        }
        return number;
    }

    private static void assertSays(Path page, String words, int limit) {
        String expected = String.format(Locale.ROOT, words, limit);
        assertTrue(Readmes.text(page).contains(expected), () -> page + " does not say " + expected);
    }

    /** The numbers of a text, without those in code. */
    private static Set<String> figures(String text) {
        return FIGURE.matcher(CODE.matcher(text).replaceAll(""))
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toSet());
    }

    /** The tables of a page, each with its header first, as rows of cells. */
    private static List<List<List<String>>> tables(String page) {
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
