package io.github.freestep.benchmarks.app;

import io.github.freestep.benchmarks.report.Page;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a run of a {@link Scenario} has found, for the terminal and the page of {@code --report}.
 *
 * @param sentence says the verdict and its limits
 * @param violations the broken promises, a line each
 * @param summary sums up the run in a few lines
 * @param page begins with the verdict; the scenario adds what it has measured
 */
public record Findings(Verdict verdict, String sentence, List<?> violations, String summary, Page page) {
    /** Counts up when a member changes its name or meaning. */
    private static final int SCHEMA = 1;

    /** Creates findings whose page has only the verdict. */
    public static Findings of(String title, Verdict verdict, String sentence, List<?> violations, String summary) {
        Page page = new Page("Freestep stress report" + title);
        page.verdict(
                verdict == Verdict.PASSED,
                sentence,
                violations.stream().map(Object::toString).toList());
        return new Findings(verdict, sentence, violations, summary, page);
    }

    /** Returns the findings as JSON, for a program. */
    public String json() {
        Map<String, Object> first = new LinkedHashMap<>();
        first.put("schema", SCHEMA);
        first.put("verdict", verdict);
        first.put("exit code", verdict.exitCode());
        first.put("sentence", sentence);
        first.put("broken", violations);
        return page.json(first);
    }
}
