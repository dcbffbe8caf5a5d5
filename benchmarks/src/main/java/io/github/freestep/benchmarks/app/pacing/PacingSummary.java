package io.github.freestep.benchmarks.app.pacing;

import java.util.ArrayList;
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

    /** Returns the median; of an even number of rounds, the mean of the middle two. */
    double median(ToDoubleFunction<PacingRound> figure) {
        double[] sorted = sorted(figure);
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
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("note", note);
        List<Object> each = new ArrayList<>();
        for (PacingRound round : rounds) {
            each.add(figures(figure -> figure.applyAsDouble(round)));
        }
        json.put("rounds", each);
        json.put("median", figures(this::median));
        return json;
    }

    private static Map<String, Object> figures(ToDoubleFunction<ToDoubleFunction<PacingRound>> value) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("p50Nanos", value.applyAsDouble(PacingRound::p50Nanos));
        figures.put("p99Nanos", value.applyAsDouble(PacingRound::p99Nanos));
        figures.put("p999Nanos", value.applyAsDouble(PacingRound::p999Nanos));
        figures.put("maxNanos", value.applyAsDouble(PacingRound::maxNanos));
        figures.put("cpuPercent", value.applyAsDouble(PacingRound::cpuPercent));
        figures.put("processCpuPercent", value.applyAsDouble(PacingRound::processPercent));
        figures.put("bytesPerTick", value.applyAsDouble(PacingRound::bytesPerTick));
        figures.put("rateErrorTicks", value.applyAsDouble(PacingRound::rateErrorTicks));
        return figures;
    }
}
