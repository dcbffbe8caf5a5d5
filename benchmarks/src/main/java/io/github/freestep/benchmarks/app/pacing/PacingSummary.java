package io.github.freestep.benchmarks.app.pacing;

import io.github.freestep.benchmarks.report.Json;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * A row of the table over all of its rounds. Figures that are promised to be zero are shown by their worst round, all
 * others by the median.
 *
 * @param name of the row
 * @param note a remark for readers of the figures; may be empty
 * @param cpuLimitPercent the promised limit of CPU, in percent of a core; NaN if there is no promise
 * @param rounds at least one
 */
record PacingSummary(String name, String note, double cpuLimitPercent, List<PacingRound> rounds) {
    static PacingSummary of(PacerKind row, Pacer pacer, List<PacingRound> rounds) {
        return new PacingSummary(row.toString(), pacer.note(), pacer.cpuLimitPercent(), rounds);
    }

    double median(ToDoubleFunction<PacingRound> figure) {
        return median(sorted(figure));
    }

    /**
     * Returns the median of at least one value, in any order. The median of an even number of values is the mean of the
     * middle two.
     */
    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    double least(ToDoubleFunction<PacingRound> figure) {
        return sorted(figure)[0];
    }

    double most(ToDoubleFunction<PacingRound> figure) {
        double[] sorted = sorted(figure);
        return sorted[sorted.length - 1];
    }

    /** Returns the value farthest from zero. */
    double worst(ToDoubleFunction<PacingRound> figure) {
        return -least(figure) > most(figure) ? least(figure) : most(figure);
    }

    private double[] sorted(ToDoubleFunction<PacingRound> figure) {
        return rounds.stream().mapToDouble(figure).sorted().toArray();
    }

    Map<String, Object> json() {
        Map<String, Object> median = Json.members(rounds.get(0));
        median.replaceAll(
                (name, any) -> median(round -> ((Number) Json.members(round).get(name)).doubleValue()));
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("note", note);
        json.put("rounds", rounds);
        json.put("median", median);
        return json;
    }
}
