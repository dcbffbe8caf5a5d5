package io.github.freestep.benchmarks.app;

import io.github.freestep.benchmarks.report.Machine;
import io.github.freestep.benchmarks.report.Page;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An outcome whose figures are one table. */
public record TableOutcome(
        String title,
        Verdict verdict,
        List<String> violations,
        String summary,
        List<String> header,
        List<List<String>> rows)
        implements Outcome {
    @Override
    public String html() {
        return new Page(title)
                .verdict(verdict == Verdict.PASSED, sentence(), violations)
                .table(header, rows)
                .section("Machine")
                .facts(Machine.here().json())
                .html();
    }

    @Override
    public Object json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("verdict", verdict);
        json.put("violations", violations);
        json.put("header", header);
        json.put("rows", rows);
        json.put("machine", Machine.here());
        return json;
    }
}
