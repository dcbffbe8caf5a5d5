package io.github.freestep.benchmarks.app;

import io.github.freestep.benchmarks.report.Machine;
import io.github.freestep.benchmarks.report.Page;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a run of a {@link Scenario} has found, for the terminal, the page of {@code --report} and the JSON.
 *
 * @param sentence says the verdict and its limits
 * @param violations the broken promises, a line each
 * @param summary sums up the run in a few lines
 * @param page begins with the verdict; the scenario adds what it has measured
 * @param json begins with the verdict; the scenario adds all figures
 */
public record Findings(
        Verdict verdict, String sentence, List<?> violations, String summary, Page page, Map<String, Object> json) {
    /** Creates findings whose page and JSON have only the verdict and the machine. */
    public static Findings of(String title, Verdict verdict, String sentence, List<?> violations, String summary) {
        List<String> lines = violations.stream().map(Object::toString).toList();
        Page page = new Page("Freestep stress report" + title);
        page.verdict(verdict == Verdict.PASSED, sentence, lines);
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("verdict", verdict);
        json.put("violations", violations);
        json.put("machine", Machine.here());
        return new Findings(verdict, sentence, violations, summary, page, json);
    }

    /** Adds a table to the page and, under a name, to the JSON. */
    public Findings table(String name, List<String> header, List<List<String>> rows) {
        page.table(header, rows);
        json.put(name, Map.of("header", header, "rows", rows));
        return this;
    }

    /** Adds a table of names and values to the page and, under a name, to the JSON. */
    public Findings facts(String name, Map<String, ?> facts) {
        page.section(name).facts(facts);
        json.put(name.toLowerCase(Locale.ROOT), facts);
        return this;
    }
}
