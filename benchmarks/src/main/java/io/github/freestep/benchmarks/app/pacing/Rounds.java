package io.github.freestep.benchmarks.app.pacing;

import io.github.freestep.benchmarks.report.Json;
import io.github.freestep.benchmarks.report.Median;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The figures of a row in all of its rounds, of which there is at least one. */
interface Rounds<R extends Record> {
    List<R> rounds();

    default double median(ToDoubleFunction<R> figure) {
        return Median.of(rounds().stream().mapToDouble(figure));
    }

    default double least(ToDoubleFunction<R> figure) {
        return sorted(figure)[0];
    }

    default double most(ToDoubleFunction<R> figure) {
        double[] sorted = sorted(figure);
        return sorted[sorted.length - 1];
    }

    /** Returns the value farthest from zero. */
    default double worst(ToDoubleFunction<R> figure) {
        return -least(figure) > most(figure) ? least(figure) : most(figure);
    }

    private double[] sorted(ToDoubleFunction<R> figure) {
        return rounds().stream().mapToDouble(figure).sorted().toArray();
    }

    /** Returns the median of each figure by its name. */
    default Map<String, Object> medians() {
        Map<String, Object> medians = Json.members(rounds().get(0));
        medians.replaceAll(
                (name, any) -> median(round -> ((Number) Json.members(round).get(name)).doubleValue()));
        return medians;
    }
}
