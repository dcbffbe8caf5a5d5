package io.github.freestep.benchmarks.app.pacing;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A row of the table over all of its rounds. Figures that are promised to be zero are shown by their worst round, all
 * others by the median.
 *
 * @param name of the row
 * @param note a remark for readers of the figures; may be empty
 * @param cpuLimitPercent the promised limit of CPU, in percent of a core; NaN if there is no promise
 * @param rounds at least one
 */
record PacingSummary(String name, String note, double cpuLimitPercent, List<PacingRound> rounds)
        implements Rounds<PacingRound> {
    static PacingSummary of(PacerKind row, Pacer pacer, List<PacingRound> rounds) {
        return new PacingSummary(row.toString(), pacer.note(), pacer.cpuLimitPercent(), rounds);
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("note", note);
        json.put("rounds", rounds);
        json.put("median", medians());
        return json;
    }
}
