package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.tools.report.Page;
import java.util.List;

/**
 * What a run has found, for the terminal and the page of {@code --report}.
 *
 * @param sentence says the verdict and its limits
 * @param violations the broken promises, a line each
 * @param summary sums up the run in a few lines
 * @param page begins with the verdict; the run adds what it has measured
 */
record Findings(Verdict verdict, String sentence, List<?> violations, String summary, Page page) {
    /** Creates findings whose page has only the verdict. */
    static Findings of(Verdict verdict, String sentence, List<?> violations, String summary) {
        Page page = new Page("Freestep stress report");
        page.verdict(
                verdict == Verdict.PASSED,
                sentence,
                violations.stream().map(Object::toString).toList());
        return new Findings(verdict, sentence, violations, summary, page);
    }
}
