package io.github.freestep.benchmarks.pacing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * A row over all of its rounds. What is promised to be zero is told by its worst round, and all else by the median.
 *
 * @param cpuLimitPercent NaN if nothing is promised
 */
record Summary(String name, String note, double cpuLimitPercent, List<Round> rounds) {
    static Summary of(Row row, Pacer pacer, List<Round> rounds) {
        return new Summary(row.toString(), pacer.note(), pacer.cpuLimitPercent(), rounds);
    }

    /** Of an even number the mean of the middle two. */
    double median(ToDoubleFunction<Round> figure) {
        double[] sorted = sorted(figure);
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    double least(ToDoubleFunction<Round> figure) {
        return sorted(figure)[0];
    }

    double most(ToDoubleFunction<Round> figure) {
        double[] sorted = sorted(figure);
        return sorted[sorted.length - 1];
    }

    /** The one farthest from zero. */
    double worst(ToDoubleFunction<Round> figure) {
        return -least(figure) > most(figure) ? least(figure) : most(figure);
    }

    private double[] sorted(ToDoubleFunction<Round> figure) {
        return rounds.stream().mapToDouble(figure).sorted().toArray();
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("note", note);
        List<Object> each = new ArrayList<>();
        for (Round round : rounds) {
            each.add(figures(figure -> figure.applyAsDouble(round)));
        }
        json.put("rounds", each);
        json.put("median", figures(this::median));
        return json;
    }

    private static Map<String, Object> figures(ToDoubleFunction<ToDoubleFunction<Round>> value) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("p50Nanos", value.applyAsDouble(Round::p50Nanos));
        figures.put("p99Nanos", value.applyAsDouble(Round::p99Nanos));
        figures.put("p999Nanos", value.applyAsDouble(Round::p999Nanos));
        figures.put("maxNanos", value.applyAsDouble(Round::maxNanos));
        figures.put("cpuPercent", value.applyAsDouble(Round::cpuPercent));
        figures.put("processCpuPercent", value.applyAsDouble(Round::processPercent));
        figures.put("bytesPerTick", value.applyAsDouble(Round::bytesPerTick));
        figures.put("rateErrorTicks", value.applyAsDouble(Round::rateErrorTicks));
        return figures;
    }
}
